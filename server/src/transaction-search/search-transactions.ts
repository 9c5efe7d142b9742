import type { Sql } from '../db/db.ts'
import { type Page, type Paging, byId, readPage } from '../http/paging.ts'
import { isUuid } from '../lib/uuid.ts'
import { orderKey } from '../transactions/order-key.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { type Lookup, type TransactionFilter, selectEnd, selectTransactions } from './sql.ts'

/** Rows that are looked at for one page: some 20 ms where none of them matches. */
export const mostLookedAt = 10_000

/** `taxNumber` is a document that the person may look for. */
export type TransactionSearch = Omit<TransactionFilter, 'lookup'> & { q: string | undefined; taxNumber: string | null }

/**
 * A page may come short, even empty, where the filter matches little: `lookedUntil` then says how far back it has looked,
 * and the next page looks on from there.
 */
export type TransactionsPage = Page<Transaction> & { lookedUntil: Date | null }

/** Newest first, each page at a bounded cost, whatever is searched for and however deep. */
export async function searchTransactions(
  needs: { sql: Sql },
  { q, taxNumber, limit, cursor, ...rest }: TransactionSearch & Paging,
): Promise<TransactionsPage> {
  const filter: TransactionFilter = { ...rest, lookup: lookupOf(q, taxNumber) }
  const reach = { beforeId: cursor, most: mostLookedAt }
  const select = (rows: number) => selectTransactions(needs.sql, filter, { ...reach, limit: rows })
  const { items, nextCursor } = await readPage(limit, select, byId)
  if (nextCursor !== null) return { items, nextCursor, lookedUntil: null }
  const end = isSelective(filter) ? await selectEnd(needs.sql, filter, reach) : undefined
  return { items, nextCursor: end?.id ?? null, lookedUntil: end?.createdAt ?? null }
}

const isSelective = ({ state, operation, leastAmount, mostAmount, lookup }: TransactionFilter) =>
  [state, operation, leastAmount, mostAmount].some(value => value !== undefined) || lookup !== null

/** An order id can look like anything; the others have a form. */
function lookupOf(q: string | undefined, taxNumber: string | null): Lookup | null {
  const text = q?.trim() ?? ''
  if (text === '') return null
  return {
    id: isUuid(text) ? text.toLowerCase() : null,
    onceKey: orderKey(text),
    endToEndId: /^[ED]\w{31}$/i.test(text) ? text : null,
    taxNumber,
  }
}
