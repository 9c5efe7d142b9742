import { z } from 'zod'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

const id = inputs.id("The payment link's id")
const endsAt = inputs.since.describe('When the link ends, with time zone: 2026-12-24T18:00:00-03:00')

export const listPaymentLinks = tool({
  name: 'list_payment_links',
  title: 'List payment links',
  says: 'Payment links, newest first: addresses where anyone can pay, with the number of payments.',
  input: {
    state: z.enum(['Active', 'SoldOut', 'Ended', 'Closed']).optional(),
    limit: inputs.limit,
    cursor: inputs.cursor,
  },
  isIdempotent: true,
  run: async ({ trilho }, query) => {
    const { items, nextCursor } = await trilho.paymentLinks.list(query)
    const found = items.map(({ qrCode: _code, redirectUrl: _redirect, ...link }) => link)
    const says = `${items.length} payment links${nextCursor === null ? '' : '; there are more'}.`
    return { says, data: shown({ items: found, nextCursor }) }
  },
})

export const readPaymentLink = tool({
  name: 'read_payment_link',
  title: 'Read a payment link',
  says: 'One payment link with its newest charges, paid or not.',
  input: { id },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const [link, charges] = await Promise.all([
      trilho.paymentLinks.read(id),
      trilho.paymentLinks.listTransactions(id, { limit: 5 }),
    ])
    const transactions = charges.items.map(({ id, date, state, amount }) => ({ id, date, state, amount }))
    return {
      says: `${link.title}: ${link.state}, paid ${link.paidCount} times, ${showAmount(link.paidAmount)}.`,
      data: shown({ ...link, transactions }),
    }
  },
})

export const createPaymentLink = tool({
  name: 'create_payment_link',
  title: 'Create a payment link',
  says: 'Creates a permanent address where anyone can pay by PIX. Without amount, the payer chooses it.',
  input: {
    title: z.string().describe('Title that payers see'),
    idempotencyKey: inputs.idempotencyKey,
    description: z.string().optional().describe('Description that payers see'),
    amount: inputs.amount.optional(),
    minAmount: inputs.amount.optional().describe('Minimum amount that a payer can choose, as text'),
    maxAmount: inputs.amount.optional().describe('Maximum amount that a payer can choose, as text'),
    stock: z.int().positive().optional().describe('Maximum number of payments: 1 for a single payer'),
    endsAt,
    asksPayer: z.boolean().optional().describe('Whether payers must enter their name and CPF or CNPJ'),
  },
  isIdempotent: true,
  run: async ({ trilho }, { idempotencyKey, ...input }) => {
    const link = await trilho.paymentLinks.create(input, { idempotencyKey })
    return { says: `Payers can pay now at ${link.url}`, data: shown(link) }
  },
})

export const changePaymentLink = tool({
  name: 'change_payment_link',
  title: 'Change a payment link',
  says: 'Changes the texts, stock or end of a payment link. Closed accepts no new payments; Active reopens it.',
  input: {
    id,
    state: z.enum(['Active', 'Closed']).optional(),
    title: z.string().optional().describe('Title that payers see'),
    description: z.string().optional(),
    stock: z.int().positive().nullable().optional().describe('Maximum number of payments; null: no maximum'),
    endsAt: endsAt.nullable().describe('When the link ends; null: never'),
  },
  isIdempotent: true,
  run: async ({ trilho }, { id, ...input }) => {
    const link = await trilho.paymentLinks.change(id, input)
    return { says: `${link.title} is ${link.state}.`, data: shown(link) }
  },
})
