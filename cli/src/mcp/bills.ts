import { z } from 'zod'
import { showAmount } from '../terminal/words.ts'
import { billTexts, changedTerms, terms } from './bill-terms.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const listBills = tool({
  name: 'list_bills',
  title: 'List bills',
  says: 'Pix charges with a due date, newest first.',
  input: {
    state: z.enum(['Open', 'Overdue', 'Paid', 'Cancelled', 'Expired']).optional(),
    dueFrom: z.string().optional().describe('Due on this day or later: 2026-12-10'),
    dueUntil: z.string().optional().describe('Due on this day or before'),
    customerId: z.string().optional(),
    text: z.string().max(255).optional().describe('Words of payer, order or metadata, an amount, or a typed line'),
    limit: inputs.limit,
    cursor: inputs.cursor,
  },
  isIdempotent: true,
  run: async ({ trilho }, query) => {
    const { items, nextCursor } = await trilho.bills.list(query)
    const says = `${items.length} bills${nextCursor === null ? '' : '; there are more'}.`
    return { says, data: shown({ items, nextCursor }) }
  },
})

export const readBill = tool({
  name: 'read_bill',
  title: 'Read a bill',
  says: 'One bill with what is owed today, or how the paid amount is made up.',
  input: { id: inputs.id("The bill's id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const bill = await trilho.bills.read(id)
    return { says: `${bill.state}, due on ${bill.dueDate}.`, data: shown(bill) }
  },
})

export const readBillAgeing = tool({
  name: 'read_bill_ageing',
  title: 'Read the ageing of open bills',
  says: 'Count and sum of the open bills by how late they are, without fine, interest and discount; and of those that expired unpaid.',
  input: {},
  isIdempotent: true,
  run: async ({ trilho }) => {
    const ageing = await trilho.bills.readAgeing()
    const late = ageing.buckets.reduce((sum, { name, count }) => sum + (name === 'NotDue' ? 0 : count), 0)
    return { says: `${late} bills are late.`, data: shown(ageing) }
  },
})

const dueDate = z.iso.date().describe('The day until which it is to be paid: 2026-12-10')

const payerAddress = z
  .object({
    street: z.string().describe('Street and number'),
    district: z.string().optional(),
    city: z.string(),
    state: z.string().describe('Two letters'),
    postalCode: z.string().describe('CEP'),
  })
  .optional()
  .describe('Required with byBoleto, unless the customer has one')

export const createBill = tool({
  name: 'create_bill',
  title: 'Create a bill',
  says: 'Creates a PIX charge with a due date and returns the address where it is paid. The payer is a customer (customerId), or payerName with payerCpf or payerCnpj.',
  input: {
    amount: inputs.amount,
    dueDate,
    idempotencyKey: inputs.idempotencyKey,
    customerId: inputs.id("The customer's id, instead of the payer's fields").optional(),
    payerName: z.string().optional(),
    payerCpf: z.string().optional().describe('CPF of the payer; 529.982.247-25 works in a sandbox'),
    payerCnpj: z.string().optional().describe('CNPJ of the company that pays, instead of payerCpf'),
    payerEmail: z.string().optional(),
    payerAddress,
    byBoleto: z.boolean().optional().describe('Whether it can be paid by boleto, too'),
    orderId: z.string().optional().describe("The merchant's own order id"),
    ...billTexts,
    ...terms,
  },
  isIdempotent: true,
  run: async ({ trilho, access }, given) => {
    const { payerName, payerCpf: cpf, payerCnpj: cnpj, payerEmail: email, payerAddress: address, ...rest } = given
    const { idempotencyKey, byBoleto = false, ...input } = rest
    const bill = await trilho.bills.create(
      {
        ...input,
        ...(payerName === undefined ? {} : { payer: { name: payerName, cpf, cnpj, email, address } }),
        ...(byBoleto ? { methods: ['pix', 'boleto'] } : {}),
        ...(access.webhookUrl === undefined ? {} : { webhook: { url: access.webhookUrl } }),
      },
      { idempotencyKey },
    )
    return { says: `${showAmount(bill.amount)}, due on ${bill.dueDate}, is paid at ${bill.url}`, data: shown(bill) }
  },
})

export const changeBill = tool({
  name: 'change_bill',
  title: 'Change a bill',
  says: 'Changes amount, due date, terms or texts of a bill that nobody has paid. What is left out stays; null removes it.',
  input: {
    id: inputs.id("The bill's id"),
    amount: inputs.amount.optional(),
    dueDate: dueDate.optional(),
    description: billTexts.description.nullable(),
    payableDaysAfterDue: billTexts.payableDaysAfterDue,
    ...changedTerms,
  },
  isIdempotent: true,
  run: async ({ trilho }, { id, ...changes }) => {
    const bill = await trilho.bills.change(id, changes)
    return { says: `${showAmount(bill.amount)}, due on ${bill.dueDate}.`, data: shown(bill) }
  },
})

export const cancelBill = tool({
  name: 'cancel_bill',
  title: 'Cancel a bill',
  says: 'Cancels an unpaid bill. This cannot be undone. If the payer has already paid, the payment stays. If the result is still Open or Overdue, the bank has not confirmed the cancellation yet.',
  input: { id: inputs.id("The bill's id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const bill = await trilho.bills.cancel(id)
    return { says: `It is ${bill.state}.`, data: shown(bill) }
  },
})
