import { type Archive, type Range, afterId } from '../../platform/archive/read-archive.ts'
import type { Line } from '../../platform/archive/csv-records.ts'
import { leastAgeMs } from '../../platform/archive/months.ts'
import { type Total, mostCounted } from '../../platform/db/bounded-count.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Page, type Paging, byId } from '../../platform/http/paging.ts'
import { firstUuidOf, timeOfUuid } from '../../platform/lib/uuid.ts'
import { findArchived, findArchivedIds, lookThrough, toTransactions } from './archived/read-archived.ts'
import { orderKey } from './order-key.ts'
import { type Filter, countAbove, countTransactions, selectPage } from './sql.ts'
import { type TransactionType, operations } from './states.ts'
import type { Transaction } from './transaction.ts'

type Needs = { sql: Sql; archive: Archive; clock: () => Date }
type ListTransactionsInput = Omit<Filter, 'operations'> & Paging & { type: TransactionType | undefined; offset: number }

const notCounted = { total: null, totalIsExact: null }

/**
 * Newest first, and on into the archive. A cursor is the id after which the next page starts; pages by cursor are not
 * counted. A page may come short where a filter matches little of what is archived: its cursor then leads on.
 */
export async function listTransactions(
  needs: Needs,
  { type, limit, offset, cursor, ...rest }: ListTransactionsInput,
): Promise<Page<Transaction> & (Total | typeof notCounted)> {
  const ofType = Object.entries(operations).filter(([, row]) => row.type === type)
  const filter = { ...rest, operations: type === undefined ? undefined : ofType.map(([operation]) => operation) }
  const [total, page] = await Promise.all([
    cursor === undefined ? countAll(needs, filter) : notCounted,
    readMerged(needs, filter, { limit, offset, cursor }),
  ])
  return { ...total, ...page }
}

type Ends = { firstId: string; lastId: string }

/**
 * Those of a payment link, in the same order. `readEnds` tells between which ids archived ones are, undefined: none is, so
 * that a link of few payments need not be looked for in the whole archive.
 */
export const listLinked = (
  needs: Needs,
  { limit, cursor, ...filter }: Paging & { merchantId: string; paymentLinkId: string },
  readEnds: () => Promise<Ends | undefined>,
): Promise<Page<Transaction>> => readMerged(needs, filter, { limit, offset: 0, cursor }, readEnds)

/** So far a page may skip within the archive; a cursor goes on from anywhere. */
const mostSkipped = 10_000

async function readMerged(
  needs: Needs,
  filter: Filter,
  { limit, offset, cursor }: Paging & { offset: number },
  readEnds?: () => Promise<Ends | undefined>,
): Promise<Page<Transaction>> {
  // What is live is read first: whatever leaves in between is then found twice, and never missed.
  const live = await selectPage(needs.sql, filter, { limit: limit + 1, offset, beforeId: cursor })
  const last = live[limit]
  if (last !== undefined && needs.clock().getTime() - timeOfUuid(last.id) < leastAgeMs) return pageOf(live, limit)
  const ends = await readEnds?.()
  if (readEnds !== undefined && ends === undefined) return pageOf(live, limit)
  const range = rangeOf(filter, cursor, ends)
  const top = await topOfArchived(needs, filter, range)
  if (top === null || (last !== undefined && last.id >= top)) return pageOf(live, limit)

  const above = offset === 0 ? 0 : await countAbove(needs.sql, filter, top, offset + limit)
  const skipped = Math.max(0, offset - above)
  if (skipped > mostSkipped) return { items: [], nextCursor: null }
  const young = live.filter(({ id }) => id >= top)
  const most = skipped + limit + 1 - young.length
  const old = await selectPage(needs.sql, filter, { limit: most, offset: 0, beforeId: top })
  const archived = await readArchived(needs, filter, { ...range, before: top }, most)
  const byIds = new Map([...archived.items, ...old].map(one => [one.id, one]))
  const merged = [...byIds.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const { lookedUntil } = archived
  const known = lookedUntil === null ? merged : merged.filter(({ id }) => id >= lookedUntil)
  const { items, nextCursor } = pageOf([...young, ...known.slice(skipped, most)], limit)
  return { items, nextCursor: nextCursor ?? lookedUntil }
}

const pageOf = (found: Transaction[], limit: number): Page<Transaction> => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last !== undefined ? byId(last) : null }
}

const rangeOf = ({ startDate, endDate }: Filter, cursor: string | undefined, ends?: Ends): Range => {
  const end = endDate === undefined ? undefined : firstUuidOf(endDate.getTime() + 1)
  const before = [end, cursor, ends && afterId(ends.lastId)].filter(id => id !== undefined).toSorted()[0]
  return { from: startDate === undefined ? ends?.firstId : firstUuidOf(startDate.getTime()), before }
}

/** An order id is looked up by its key, so that nothing has to be looked through. */
async function topOfArchived(needs: Needs, { merchantId, orderId }: Filter, range: Range): Promise<string | null> {
  if (orderId === undefined) return needs.archive.topOf(merchantId, range)
  const ids = await findArchivedIds(needs.sql, merchantId, { onceKey: orderKey(orderId), endToEndId: null })
  const newest = ids.filter(isWithin(range)).toSorted().at(-1)
  return newest === undefined ? null : afterId(newest)
}

const isWithin =
  ({ from = '', before }: Range) =>
  (id: string) =>
    id >= from && (before === undefined || id < before)

async function readArchived(needs: Needs, filter: Filter, range: Range, most: number) {
  const { merchantId, orderId, paymentLinkId, states, operations: wanted } = filter
  const matches = ({ state, operation }: { state?: string | null; operation?: string | null }) =>
    (states === undefined || states.some(one => one === state)) &&
    (wanted === undefined || wanted.some(one => one === operation))
  if (orderId !== undefined) {
    const ids = await findArchivedIds(needs.sql, merchantId, { onceKey: orderKey(orderId), endToEndId: null })
    const found = await Promise.all(ids.filter(isWithin(range)).map(id => findArchived(needs, merchantId, id)))
    return { items: found.filter(one => one !== null).filter(matches), lookedUntil: null }
  }
  const isLinked = (line: Line) => paymentLinkId === undefined || line['payment_link_id'] === paymentLinkId
  const { lines, lookedUntil } = await lookThrough(needs, merchantId, range, {
    matches: line => isLinked(line) && matches(line),
    most,
  })
  return { items: await toTransactions(needs, merchantId, lines), lookedUntil }
}

/** What is archived counts by blocks: where a filter would have to look into them, there may be more than is said. */
async function countAll(needs: Needs, filter: Filter): Promise<Total> {
  const live = await countTransactions(needs.sql, filter)
  const isOld = filter.startDate === undefined || needs.clock().getTime() - filter.startDate.getTime() >= leastAgeMs
  if (!live.totalIsExact || !isOld) return live
  const range = rangeOf(filter, undefined)
  if (filter.orderId !== undefined) {
    const { items } = await readArchived(needs, filter, range, mostCounted)
    return { ...live, total: live.total + items.length }
  }
  const blocks = await needs.archive.transactionBlocks(filter.merchantId, range, mostBlocksCounted)
  const whole = blocks.filter(({ firstId, lastId }) => isWithin(range)(firstId) && isWithin(range)(lastId))
  const isFiltered = filter.states !== undefined || filter.operations !== undefined
  const counted = isFiltered ? 0 : whole.reduce((sum, { rows }) => sum + rows, 0)
  const total = Math.min(live.total + counted, mostCounted)
  const isAll = whole.length === blocks.length && blocks.length < mostBlocksCounted
  const totalIsExact = blocks.length === 0 || (isAll && !isFiltered && live.total + counted <= mostCounted)
  return { total, totalIsExact }
}

const mostBlocksCounted = 100
