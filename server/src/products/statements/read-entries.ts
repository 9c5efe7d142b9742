import { type AfterPosting, type Archive, sequenceOf } from '../../platform/archive/read-archive.ts'
import type { Line } from '../../platform/archive/csv-records.ts'
import { leastAgeMs } from '../../platform/archive/months.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { PostingName } from '../../money/ledger/postings.ts'
import type { Operation } from '../../money/transactions/states.ts'
import {
  type Balance,
  type Entry,
  type Range,
  selectBalanceNow,
  selectCount,
  selectEntries,
  selectFirst,
  selectLast,
} from './sql.ts'

export type Needs = { sql: Sql; archive: Archive; clock: () => Date }

const nothing: Range = { first: 1n, last: 0n }

/** What was posted so recently is in no archive. */
const isRecent = (needs: Needs, moment: Date) => needs.clock().getTime() - moment.getTime() < leastAgeMs

/**
 * A merchant's postings are numbered without gaps in the order of their time: two look-ups find any period, each in the
 * database and in the archive.
 */
export async function readRange(
  needs: Needs,
  merchantId: string,
  start: Date | null,
  end: Date | null,
): Promise<Range> {
  const [first, last] = await Promise.all([firstFrom(needs, merchantId, start), lastUntil(needs, merchantId, end)])
  return first === null || last === null ? nothing : { first, last: last.sequence }
}

async function firstFrom(needs: Needs, merchantId: string, start: Date | null): Promise<bigint | null> {
  if (start === null) return 1n
  // What is live is read first: whatever leaves in between is then found twice, and never missed.
  const live = await selectFirst(needs.sql, merchantId, start)
  const archived = isRecent(needs, start) ? null : await needs.archive.firstSequenceFrom(merchantId, start)
  if (live === null || archived === null) return live ?? archived
  return live < archived ? live : archived
}

async function lastUntil(needs: Needs, merchantId: string, end: Date | null): Promise<AfterPosting | null> {
  if (end === null) {
    const sequence = await selectCount(needs.sql, merchantId)
    return { sequence, available: 0n, held: 0n, blocked: 0n }
  }
  const live = await selectLast(needs.sql, merchantId, end)
  if (live !== null && isRecent(needs, live.postedAt)) return live
  const archived = await needs.archive.lastUntil(merchantId, end)
  if (live === null || archived === null) return live ?? archived
  return live.sequence > archived.sequence ? live : archived
}

/** What was there just before a moment; null: now. */
export async function readBalance(needs: Needs, merchantId: string, before: Date | null): Promise<Balance> {
  if (before === null) return selectBalanceNow(needs.sql, merchantId)
  // Postings are timed to the millisecond.
  const last = await lastUntil(needs, merchantId, new Date(before.getTime() - 1))
  return { available: last?.available ?? 0n, held: last?.held ?? 0n, blocked: last?.blocked ?? 0n }
}

/** So many entries of a range, oldest first. A number that is not in the database is in the archive. */
export async function readEntries(needs: Needs, merchantId: string, range: Range, limit: number): Promise<Entry[]> {
  const last = range.first + BigInt(limit) - 1n < range.last ? range.first + BigInt(limit) - 1n : range.last
  if (last < range.first) return []
  const live = await selectEntries(needs.sql, merchantId, { first: range.first, last }, limit)
  if (live.length === Number(last - range.first) + 1) return live
  const known = new Set(live.map(({ sequence }) => sequence))
  const archived = await needs.archive.postings(merchantId, range.first, last)
  const entries = [...live, ...archived.filter(line => !known.has(sequenceOf(line))).map(toEntry)]
  return entries.toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1))
}

function toEntry(line: Line): Entry {
  const money = (column: string) => BigInt(line[column] ?? 0)
  const text = (column: string) => line[column] ?? null
  return {
    sequence: sequenceOf(line),
    name: line['name'] as PostingName,
    transactionId: text('transaction_id'),
    operation: text('operation') as Operation | null,
    partyName: text('party_name'),
    orderId: text('order_id'),
    endToEndId: text('end_to_end_id'),
    available: money('available'),
    held: money('held'),
    blocked: money('blocked'),
    fees: money('fees'),
    availableAfter: money('available_after'),
    heldAfter: money('held_after'),
    blockedAfter: money('blocked_after'),
    postedAt: new Date(line['posted_at'] ?? 0),
  }
}
