import type { Sql } from '../db/db.ts'
import { isUuid } from '../lib/uuid.ts'
import { orderKey } from '../transactions/order-key.ts'
import { type FoundTransaction, type Lookup, findTransactions } from './sql.ts'

const mostFound = 10

/** Fewer letters are the beginning of too much. */
const shortest = 3

/** What an operator looks for over all merchants: by id, by the beginning of an order id or by end-to-end id. */
export async function findOverAll(needs: { sql: Sql }, typed: string): Promise<readonly FoundTransaction[]> {
  const text = typed.trim()
  if (text.length < shortest) return []
  return findTransactions(needs.sql, readLookup(text), mostFound)
}

const readLookup = (text: string): Lookup => ({
  id: isUuid(text) ? text.toLowerCase() : null,
  orderKey: text.length <= 100 ? orderKey(text) : null,
  endToEndId: /^[A-Za-z0-9]{32}$/.test(text) ? text : null,
})
