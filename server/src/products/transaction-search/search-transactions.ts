import type { Sql } from '../../platform/db/db.ts'
import { type Page, type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { firstUuidOf, isUuid, timeOfUuid } from '../../platform/lib/uuid.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import { type Lookup, type TransactionFilter, selectEnd, selectTransactions } from './sql.ts'
import { findByTerms } from './terms/find-by-terms.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { directionOf } from '../../money/transactions/operations.ts'

/** Rows read for one page: some 20 ms if none of them matches. */
export const mostLookedAt = 10_000
/** An id belongs to one transaction, an order id or end-to-end id to hardly more. */
const mostExact = 10

/** `taxNumber` is a document that the person may search for. `isWhole`: only exact matches of `q`. */
export type TransactionSearch = Omit<TransactionFilter, 'lookup'> & {
  q: string | undefined
  taxNumber: string | null
  isWhole?: boolean
}

/** A page of a rare match may be short: `lookedUntil` is how far back it has searched, and the next page continues. */
export type TransactionsPage = Page<Transaction> & { lookedUntil: Date | null }

type Needs = { sql: Sql }

/** Newest first, at a bounded cost per page. Where too many match the typed text they are scanned, exact ones first. */
export async function searchTransactions(
  needs: Needs,
  { limit, cursor, ...search }: TransactionSearch & Paging,
): Promise<TransactionsPage> {
  const { filter, lookedUntil, isCommon } = await filterOf(needs, search, cursor)
  const exact = isCommon ? await selectExact(needs.sql, filter) : []
  const first = cursor === undefined ? exact : []
  const page = await readFound(needs, filter, { limit: Math.max(1, limit - first.length), cursor }, lookedUntil)
  const shown = new Set(exact.map(byId))
  return { ...page, items: [...first, ...page.items.filter(({ id }) => !shown.has(id))] }
}

function selectExact(sql: Sql, filter: TransactionFilter) {
  const lookup = filter.lookup && { ...filter.lookup, taxNumber: null, ids: [] }
  return selectTransactions(sql, { ...filter, lookup }, { beforeId: undefined, most: mostExact, limit: mostExact })
}

async function readFound(
  needs: Needs,
  filter: TransactionFilter,
  { limit, cursor }: Paging,
  lookedUntil: string | null,
): Promise<TransactionsPage> {
  const reach = { beforeId: cursor, most: mostLookedAt }
  const select = (rows: number) => selectTransactions(needs.sql, filter, { ...reach, limit: rows })
  const { items, nextCursor } = await readPage(limit, select, byId)
  if (lookedUntil !== null && (nextCursor === null || nextCursor < lookedUntil)) {
    const known = items.filter(({ id }) => id >= lookedUntil)
    return { items: known, nextCursor: lookedUntil, lookedUntil: new Date(timeOfUuid(lookedUntil)) }
  }
  const end = nextCursor === null && isSelective(filter) ? await selectEnd(needs.sql, filter, reach) : undefined
  return { items, nextCursor: nextCursor ?? end?.id ?? null, lookedUntil: end?.createdAt ?? null }
}

/** A search with the ids that its terms have found. `lookedUntil`: the terms of older ids have not been searched. */
export async function filterOf(
  needs: { sql: Sql },
  { q, taxNumber, isWhole = false, ...rest }: TransactionSearch,
  beforeId?: string,
): Promise<{ filter: TransactionFilter; lookedUntil: string | null; isCommon: boolean }> {
  const text = q?.trim() ?? ''
  if (text === '') return { filter: { ...rest, lookup: null }, lookedUntil: null, isCommon: false }
  const { merchantId, from, until } = rest
  const before = [beforeId, until && firstUuidOf(until.getTime())].filter(id => id !== undefined).toSorted()[0]
  const range = { from: from && firstUuidOf(from.getTime()), before }
  const { ids, ...looked } = await findByTerms(needs, { merchantId, q: text, isWhole, ...range })
  return { filter: { ...rest, lookup: { ...lookupOf(text), taxNumber, ids } }, ...looked }
}

const isSelective = ({ state, operation, leastAmount, mostAmount, lookup }: TransactionFilter) =>
  [state, operation, leastAmount, mostAmount].some(value => value !== undefined) || lookup !== null

/** An order id can look like anything; the others have a form. */
const lookupOf = (text: string): Omit<Lookup, 'taxNumber' | 'ids'> => ({
  id: isUuid(text) ? text.toLowerCase() : null,
  onceKey: orderKey(text),
  endToEndId: /^[ED]\w{31}$/i.test(text) ? text : null,
})

/** The charges of a transaction. Refunded parts of a received payment are already deducted. */
export const chargesKept = ({ operation, reversedAt, charges }: Transaction): Micros =>
  reversedAt !== null && directionOf(operation) === 'Debit' ? 0n : charges
