import { TrilhoError } from '@trilho/sdk'
import { z } from 'zod'
import { shown } from './shown.ts'
import { type Needs, tool } from './tool.ts'

type Trilho = Needs['trilho']

/** Everything that has an id, and what shows the rest of it. */
const kinds: Record<string, (trilho: Trilho, id: string) => Promise<object>> = {
  read_transaction: async (trilho, id) => (await trilho.transactions.read(id)).transaction,
  read_customer: (trilho, id) => trilho.customers.read(id),
  read_payment_link: (trilho, id) => trilho.paymentLinks.read(id),
  read_dispute: (trilho, id) => trilho.disputes.read(id),
  read_delivery: (trilho, id) => trilho.deliveries.read(id),
  read_file: (trilho, id) => trilho.files.read(id),
}

export const search = tool({
  name: 'search',
  title: 'Search',
  says: 'Finds the object with an id, or the transactions of an order id. Complete ids only; search names and amounts in the portal.',
  input: { query: z.string().trim().min(1).max(255).describe('An id, or the merchant’s own order id') },
  isIdempotent: true,
  run: async ({ trilho }, { query }) => {
    const [byOrder, ...byId] = await Promise.all([
      trilho.transactions.list({ orderId: query, limit: 5 }),
      ...(isUuid(query) ? Object.entries(kinds).map(([name, read]) => found(name, () => read(trilho, query))) : []),
    ])
    const items = [...byId.flat(), ...byOrder.items.map(one => foundAs('read_transaction', one))]
    return { says: items.length === 0 ? 'Nothing has this id.' : `${items.length} found.`, data: shown({ items }) }
  },
})

const isUuid = (text: string) => z.uuid().safeParse(text).success

async function found(name: string, read: () => Promise<object>) {
  try {
    return [foundAs(name, await read())]
  } catch (error) {
    if (error instanceof TrilhoError && error.status === 404) return []
    throw error
  }
}

const shownFields = new Set([
  'id',
  'state',
  'status',
  'title',
  'name',
  'amount',
  'askedAmount',
  'kind',
  'orderId',
  'transactionId',
])

/** Enough to know it by. */
const foundAs = (readBy: string, item: object) => ({
  readBy,
  ...Object.fromEntries(Object.entries(item).filter(([name]) => shownFields.has(name))),
})
