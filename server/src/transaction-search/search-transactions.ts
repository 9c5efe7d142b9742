import type { Archive } from '../archive/read-archive.ts'
import type { Sql } from '../db/db.ts'
import { type Page, type Paging, byId, readPage } from '../http/paging.ts'
import { firstUuidOf, isUuid, timeOfUuid } from '../lib/uuid.ts'
import { searchArchive } from './search-archive.ts'
import { orderKey } from '../transactions/order-key.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { type Lookup, type TransactionFilter, selectEnd, selectTransactions } from './sql.ts'
import { findByWords } from './words/find-by-words.ts'

/** Rows that are looked at for one page: some 20 ms where none of them matches. */
export const mostLookedAt = 10_000

/** `taxNumber` is a document that the person may look for. `isWhole`: without what only begins as `q` does. */
export type TransactionSearch = Omit<TransactionFilter, 'lookup'> & {
  q: string | undefined
  taxNumber: string | null
  isWhole?: boolean
}

/**
 * A page may come short, even empty, where the filter matches little: `lookedUntil` then says how far back it has looked,
 * and the next page looks on from there.
 */
export type TransactionsPage = Page<Transaction> & { lookedUntil: Date | null }

type Needs = { sql: Sql; archive: Archive; clock: () => Date }

/** Newest first, each page at a bounded cost, whatever is searched for and however deep. */
export async function searchTransactions(
  needs: Needs,
  { limit, cursor, ...search }: TransactionSearch & Paging,
): Promise<TransactionsPage> {
  const { filter, lookedUntil } = await filterOf(needs, search, cursor)
  const reach = { beforeId: cursor, most: mostLookedAt }
  const select = (rows: number) => selectTransactions(needs.sql, filter, { ...reach, limit: rows })
  const { items, nextCursor } = await readPage(limit, select, byId)
  if (lookedUntil !== null && (nextCursor === null || nextCursor < lookedUntil)) {
    const known = items.filter(({ id }) => id >= lookedUntil)
    const live = { items: known, nextCursor: lookedUntil, lookedUntil: new Date(timeOfUuid(lookedUntil)) }
    return searchArchive(needs, filter, { limit, cursor }, live)
  }
  const end = nextCursor === null && isSelective(filter) ? await selectEnd(needs.sql, filter, reach) : undefined
  const live = { items, nextCursor: nextCursor ?? end?.id ?? null, lookedUntil: end?.createdAt ?? null }
  return searchArchive(needs, filter, { limit, cursor }, live)
}

/** A search with what its words have found. `lookedUntil`: they have not looked at what is older than this id. */
export async function filterOf(
  needs: { sql: Sql },
  { q, taxNumber, isWhole = false, ...rest }: TransactionSearch,
  beforeId?: string,
): Promise<{ filter: TransactionFilter; lookedUntil: string | null }> {
  const text = q?.trim() ?? ''
  if (text === '') return { filter: { ...rest, lookup: null }, lookedUntil: null }
  const { merchantId, from, until } = rest
  const before = [beforeId, until && firstUuidOf(until.getTime())].filter(id => id !== undefined).toSorted()[0]
  const range = { from: from && firstUuidOf(from.getTime()), before }
  const { ids, lookedUntil } = await findByWords(needs, { merchantId, q: text, isWhole, ...range })
  return { filter: { ...rest, lookup: { ...lookupOf(text), taxNumber, ids } }, lookedUntil }
}

const isSelective = ({ state, operation, leastAmount, mostAmount, lookup }: TransactionFilter) =>
  [state, operation, leastAmount, mostAmount].some(value => value !== undefined) || lookup !== null

/** An order id can look like anything; the others have a form. */
const lookupOf = (text: string): Omit<Lookup, 'taxNumber' | 'ids'> => ({
  id: isUuid(text) ? text.toLowerCase() : null,
  onceKey: orderKey(text),
  endToEndId: /^[ED]\w{31}$/i.test(text) ? text : null,
})
