import { z } from 'zod'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const listCustomers = tool({
  name: 'list_customers',
  title: 'List customers',
  says: 'Customers, newest first: the people and companies that the merchant charges.',
  input: {
    text: z.string().max(200).optional().describe('Words of the name, e-mail, phone, document or external id'),
    externalId: z.string().optional().describe("The merchant's own id of the customer"),
    limit: inputs.limit,
    cursor: inputs.cursor,
  },
  isIdempotent: true,
  run: async ({ trilho }, query) => {
    const { items, nextCursor } = await trilho.customers.list(query)
    const says = `${items.length} customers${nextCursor === null ? '' : '; there are more'}.`
    return { says, data: shown({ items, nextCursor }) }
  },
})

export const readCustomer = tool({
  name: 'read_customer',
  title: 'Read a customer',
  says: 'One customer with contact and address.',
  input: { id: inputs.id("The customer's id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const customer = await trilho.customers.read(id)
    return { says: customer.name, data: shown(customer) }
  },
})

export const createCustomer = tool({
  name: 'create_customer',
  title: 'Create a customer',
  says: 'Adds a person or company that the merchant charges. Only the name is required.',
  input: {
    name: z.string().describe('Name of the person or company'),
    idempotencyKey: inputs.idempotencyKey,
    document: z.string().optional().describe('CPF or CNPJ'),
    email: z.string().optional(),
    phone: z.string().optional().describe('With the country code: +5511912345678'),
    notes: z.string().optional(),
    externalId: z.string().optional().describe("The merchant's own id of the customer, unique"),
  },
  isIdempotent: true,
  run: async ({ trilho }, { idempotencyKey, ...input }) => {
    const customer = await trilho.customers.create(input, { idempotencyKey })
    return { says: `${customer.name} is a customer.`, data: shown(customer) }
  },
})
