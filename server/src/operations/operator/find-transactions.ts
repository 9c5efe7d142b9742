import type { Archive } from '../../platform/archive/read-archive.ts'
import type { Sql } from '../../platform/db/db.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import { findArchivedOverAll } from '../../money/transactions/archived/read-archived.ts'
import { type FoundTransaction, type Lookup, findTransactions, selectNames } from './sql.ts'

type Needs = { sql: Sql; archive: Archive }

const mostFound = 10

/** Fewer letters are the beginning of too much. */
const shortest = 3

/**
 * What an operator looks for over all merchants: by id, by the beginning of an order id or by end-to-end id. What is
 * archived is found by its whole order id or end-to-end id, and comes before what only begins so.
 */
export async function findOverAll(needs: Needs, typed: string): Promise<readonly FoundTransaction[]> {
  const text = typed.trim()
  if (text.length < shortest) return []
  const lookup = readLookup(text)
  const [live, archived] = await Promise.all([
    findTransactions(needs.sql, lookup, mostFound),
    findArchived(needs, { onceKey: lookup.orderKey, endToEndId: lookup.endToEndId }),
  ])
  const { id, endToEndId } = lookup
  const whole = live.filter(one => one.id === id || one.orderId === text || endToEndId !== null)
  // Keys are in the archive before their transactions leave the database: then it is found twice.
  const found = new Map([...whole, ...archived, ...live].map(one => [one.id, one]))
  return [...found.values()].slice(0, mostFound)
}

async function findArchived(
  needs: Needs,
  keys: Parameters<typeof findArchivedOverAll>[1],
): Promise<FoundTransaction[]> {
  const found = await findArchivedOverAll(needs, keys, mostFound)
  if (found.length === 0) return []
  const names = await selectNames(needs.sql, [...new Set(found.map(({ merchantId }) => merchantId))])
  const nameOf = (merchantId: string) => names.find(({ id }) => id === merchantId)?.name ?? ''
  return found.map(({ merchantId, id, operation, state, paidAmount, amount, orderId, createdAt }) => ({
    merchantId,
    merchantName: nameOf(merchantId),
    id,
    operation,
    state,
    amount: paidAmount ?? amount,
    orderId,
    createdAt,
  }))
}

const readLookup = (text: string): Lookup => ({
  id: isUuid(text) ? text.toLowerCase() : null,
  orderKey: text.length <= 100 ? orderKey(text) : null,
  endToEndId: /^[A-Za-z0-9]{32}$/.test(text) ? text : null,
})
