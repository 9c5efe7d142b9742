import type { Sql } from '../../platform/db/db.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import { type FoundTransaction, type Lookup, findTransactions } from './sql.ts'

type Needs = { sql: Sql }

const mostFound = 10

/** Fewer letters are the beginning of too much. */
const shortest = 3

/** Searches all merchants: by id, by the start of an order id or by end-to-end id. A whole order id comes first. */
export async function findOverAll({ sql }: Needs, typed: string): Promise<readonly FoundTransaction[]> {
  const text = typed.trim()
  if (text.length < shortest) return []
  const found = await findTransactions(sql, readLookup(text), mostFound)
  return [...found.filter(({ orderId }) => orderId === text), ...found.filter(({ orderId }) => orderId !== text)]
}

const readLookup = (text: string): Lookup => ({
  id: isUuid(text) ? text.toLowerCase() : null,
  orderKey: text.length <= 100 ? orderKey(text) : null,
  endToEndId: /^[A-Za-z0-9]{32}$/.test(text) ? text : null,
})
