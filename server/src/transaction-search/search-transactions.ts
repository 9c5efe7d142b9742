import type { Sql } from '../db/db.ts'
import { TAX_NUMBER_PATTERN, normalizeTaxNumber } from '../brazil/tax-number.ts'
import { isUuid } from '../lib/uuid.ts'
import { orderKey } from '../transactions/order-key.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { type Lookup, type TransactionFilter, selectEnd, selectTransactions } from './sql.ts'

/** Rows that are looked at for one page: some 20 ms where none of them matches. */
export const mostLookedAt = 10_000

export type TransactionSearch = Omit<TransactionFilter, 'lookup'> & { q: string | undefined }

/**
 * `nextCursor` is the id after which the next page starts. A page may come short, even empty, where the filter matches
 * little: `lookedUntil` then says how far back it has looked, and the next page looks on from there.
 */
export type TransactionsPage = { items: Transaction[]; nextCursor: string | null; lookedUntil: Date | null }

/** Newest first, each page at a bounded cost, whatever is searched for and however deep. */
export async function searchTransactions(
  needs: { sql: Sql },
  { q, limit, cursor, ...rest }: TransactionSearch & { limit: number; cursor: string | undefined },
): Promise<TransactionsPage> {
  const filter: TransactionFilter = { ...rest, lookup: lookupOf(q) }
  const reach = { beforeId: cursor, most: mostLookedAt }
  const found = await selectTransactions(needs.sql, filter, { ...reach, limit: limit + 1 })
  const items = found.slice(0, limit)
  if (found.length > limit) return { items, nextCursor: items.at(-1)?.id ?? null, lookedUntil: null }
  const end = isSelective(filter) ? await selectEnd(needs.sql, filter, reach) : undefined
  return { items, nextCursor: end?.id ?? null, lookedUntil: end?.createdAt ?? null }
}

const isSelective = ({ state, operation, leastAmount, mostAmount, lookup }: TransactionFilter) =>
  [state, operation, leastAmount, mostAmount].some(value => value !== undefined) || lookup !== null

const taxNumber = new RegExp(TAX_NUMBER_PATTERN)

/** An order id can look like anything; the others have a form. */
function lookupOf(q: string | undefined): Lookup | null {
  const text = q?.trim() ?? ''
  if (text === '') return null
  return {
    id: isUuid(text) ? text.toLowerCase() : null,
    onceKey: orderKey(text),
    endToEndId: /^[ED]\w{31}$/i.test(text) ? text : null,
    taxNumber: taxNumber.test(text) ? normalizeTaxNumber(text) : null,
  }
}
