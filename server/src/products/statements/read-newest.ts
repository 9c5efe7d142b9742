import { type Needs, readBalance, readEntries, readRange } from './read-entries.ts'
import type { Balance, Entry } from './sql.ts'

type ReadNewestInput = {
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
  needs: Needs,
  { merchantId, from, until, limit, before }: ReadNewestInput,
): Promise<Page> {
  const [range, opening, closing] = await Promise.all([
    readRange(needs, merchantId, from, lastMomentBefore(until)),
    from === null ? { available: 0n, held: 0n, blocked: 0n } : readBalance(needs, merchantId, from),
    readBalance(needs, merchantId, until),
  ])
  const last = before !== undefined && before <= range.last ? before - 1n : range.last
  const lowest = last - BigInt(limit) + 1n
  const first = lowest > range.first ? lowest : range.first
  const entries = await readEntries(needs, merchantId, { first, last }, limit)
  const hasMore = entries.length > 0 && first > range.first
  return { opening, closing, entries: entries.toReversed(), nextCursor: hasMore ? first.toString() : null }
}

/** Postings are timed to the millisecond. */
export const lastMomentBefore = (until: Date | null) => (until === null ? null : new Date(until.getTime() - 1))
