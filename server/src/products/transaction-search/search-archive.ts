import type { Archive, Range } from '../../platform/archive/read-archive.ts'
import type { Line } from '../../platform/archive/csv-records.ts'
import { leastAgeMs } from '../../platform/archive/months.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/paging.ts'
import { firstUuidOf, timeOfUuid } from '../../platform/lib/uuid.ts'
import {
  findArchived,
  findArchivedIds,
  lookThrough,
  toTransactions,
} from '../../money/transactions/archived/read-archived.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { Lookup, TransactionFilter } from './sql.ts'

type Needs = { sql: Sql; archive: Archive; clock: () => Date }
type Found = Page<Transaction> & { lookedUntil: Date | null }

/**
 * Goes on from what the database has into the archive, in one order. Ids, order ids and end-to-end ids are looked up; for
 * anything else some blocks are looked through, and the next page looks on from there.
 */
export async function searchArchive(
  needs: Needs,
  filter: TransactionFilter,
  { limit, cursor }: { limit: number; cursor: string | undefined },
  live: Found,
): Promise<Found> {
  const { lookup } = filter
  // What the page knows whole: below the last row, or below what was looked at, the database has more.
  const reached = live.nextCursor
  if (reached !== null && needs.clock().getTime() - timeOfUuid(reached) < leastAgeMs) return live
  const range: Range = {
    from: largest(lowerEnd(filter), reached ?? undefined),
    before: smallest(upperEnd(filter), cursor),
  }
  const isKnown = lookup !== null && lookup.taxNumber === null
  const { items, lookedUntil } = isKnown
    ? { items: await lookUp(needs, filter, lookup, range), lookedUntil: null }
    : await walk(needs, filter, range, limit + 1)
  if (items.length === 0 && lookedUntil === null) return live

  const byIds = new Map([...items, ...live.items].map(one => [one.id, one]))
  const merged = [...byIds.values()]
    .filter(({ id }) => lookedUntil === null || id >= lookedUntil)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const page = merged.slice(0, limit)
  if (merged.length > limit) return { items: page, nextCursor: page.at(-1)?.id ?? null, lookedUntil: null }
  if (lookedUntil === null) return { ...live, items: page }
  return { items: page, nextCursor: lookedUntil, lookedUntil: new Date(timeOfUuid(lookedUntil)) }
}

async function lookUp(needs: Needs, filter: TransactionFilter, lookup: Lookup, { from = '', before }: Range) {
  const ids = new Set(await findArchivedIds(needs.sql, filter.merchantId, lookup))
  if (lookup.id !== null) ids.add(lookup.id)
  const wanted = [...ids].filter(id => id >= from && (before === undefined || id < before))
  const found = await Promise.all(wanted.map(id => findArchived(needs, filter.merchantId, id)))
  return found
    .filter(one => one !== null)
    .filter(one => isMatch(filter, { ...one, paid: one.paidAmount ?? one.amount }))
}

async function walk(needs: Needs, filter: TransactionFilter, range: Range, most: number) {
  const matches = (line: Line) => {
    const paid = BigInt(line['paid_amount'] ?? line['amount'] ?? 0)
    const { state = null, operation = null } = line
    return isMatch(filter, { state, operation, paid }) && isOf(filter.lookup, line)
  }
  const { lines, lookedUntil } = await lookThrough(needs, filter.merchantId, range, { matches, most })
  return { items: await toTransactions(needs, filter.merchantId, lines), lookedUntil }
}

type Judged = { state: string | null; operation: string | null; paid: bigint }

const isMatch = (filter: TransactionFilter, { state, operation, paid }: Judged): boolean =>
  (filter.state === undefined || filter.state === state) &&
  (filter.operation === undefined || filter.operation === operation) &&
  (filter.leastAmount === undefined || paid >= filter.leastAmount) &&
  (filter.mostAmount === undefined || paid <= filter.mostAmount)

/** A document is looked for among all; whatever else was typed might be an order id as well. */
function isOf(lookup: Lookup | null, line: Line): boolean {
  if (lookup === null) return true
  const named = JSON.parse(line['counterparty'] ?? '{}') as { cpf?: string | null; cnpj?: string | null }
  const actual = JSON.parse(line['participant'] ?? '{}') as { taxNumber?: string | null }
  const documents = [named.cpf ?? named.cnpj, actual.taxNumber]
  return documents.includes(lookup.taxNumber ?? '') || line['idempotency_key'] === lookup.onceKey
}

const lowerEnd = ({ from }: TransactionFilter) => (from === undefined ? undefined : firstUuidOf(from.getTime()))
const upperEnd = ({ until }: TransactionFilter) => (until === undefined ? undefined : firstUuidOf(until.getTime()))
const smallest = (...ids: (string | undefined)[]) => ids.filter(id => id !== undefined).toSorted()[0]
const largest = (...ids: (string | undefined)[]) =>
  ids
    .filter(id => id !== undefined)
    .toSorted()
    .at(-1)
