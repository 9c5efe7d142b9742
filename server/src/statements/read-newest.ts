import type { Sql } from '../db/db.ts'
import { type Entry, type Balance, selectEntries, selectRange, selectBalance } from './sql.ts'

type Wanted = {
  merchantId: string
  from: Date | null
  /** Not included. */
  until: Date | null
  limit: number
  /** The number of the last entry of the page before. */
  before: bigint | undefined
}

type Page = { opening: Balance; closing: Balance; entries: Entry[]; nextCursor: string | null }

/** The statement as people read it, newest first, with what was there before the period and after it. */
export async function readNewest(
  needs: { sql: Sql },
  { merchantId, from, until, limit, before }: Wanted,
): Promise<Page> {
  const [range, opening, closing] = await Promise.all([
    selectRange(needs.sql, merchantId, from, lastMomentBefore(until)),
    from === null ? { available: 0n, held: 0n } : selectBalance(needs.sql, merchantId, from),
    selectBalance(needs.sql, merchantId, until),
  ])
  const last = before !== undefined && before <= range.last ? before - 1n : range.last
  const lowest = last - BigInt(limit) + 1n
  const first = lowest > range.first ? lowest : range.first
  const entries = await selectEntries(needs.sql, merchantId, { first, last }, limit)
  const hasMore = entries.length > 0 && first > range.first
  return { opening, closing, entries: entries.toReversed(), nextCursor: hasMore ? first.toString() : null }
}

/** Postings are timed to the millisecond. */
export const lastMomentBefore = (until: Date | null) => (until === null ? null : new Date(until.getTime() - 1))
