import {
  type Balance,
  type Entry,
  type Range,
  selectBalanceNow,
  selectCount,
  selectEntries,
  selectFirst,
  selectLast,
  noBalance,
} from './sql.ts'
import type { Sql } from '../../platform/db/db.ts'

export type Period = { merchantId: string; start: Date | null; end: Date | null }
type Page = { total: number; entries: Entry[]; nextCursor: string | null }

/** One page of the statement, oldest first, at the same cost however deep: offset and cursor are both arithmetic. */
export async function readStatement(
  needs: Needs,
  {
    merchantId,
    start,
    end,
    limit,
    offset,
    after,
  }: Period & { limit: number; offset: number; after: bigint | undefined },
): Promise<Page> {
  const range = await readRange(needs, merchantId, start, end)
  const first = after === undefined ? range.first + BigInt(offset) : larger(after + 1n, range.first)
  const entries = await readEntries(needs, merchantId, { first, last: range.last }, limit)
  const seen = entries.at(-1)?.sequence
  const nextCursor = seen === undefined || seen >= range.last ? null : seen.toString()
  return { total: Number(sizeOf(range)), entries, nextCursor }
}

const pieceSize = 1_000

/** The whole statement in pieces, for files of any length: one piece in memory at a time, and no long transaction. */
export async function* streamStatement(needs: Needs, { merchantId, start, end }: Period): AsyncGenerator<Entry[]> {
  const { first, last } = await readRange(needs, merchantId, start, end)
  for (let next = first; next <= last; next += BigInt(pieceSize))
    yield await readEntries(needs, merchantId, { first: next, last }, pieceSize)
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const sizeOf = ({ first, last }: Range) => larger(last - first + 1n, 0n)

export type Needs = { sql: Sql }

const nothing: Range = { first: 1n, last: 0n }

/** A merchant's postings are numbered without gaps in the order of their time: two look-ups find any period. */
export async function readRange(
  { sql }: Needs,
  merchantId: string,
  start: Date | null,
  end: Date | null,
): Promise<Range> {
  const [first, last] = await Promise.all([
    start === null ? 1n : selectFirst(sql, merchantId, start),
    end === null ? selectCount(sql, merchantId) : selectLast(sql, merchantId, end).then(found => found?.sequence),
  ])
  return first === null || last === undefined ? nothing : { first, last }
}

/** What was there just before a moment; null: now. */
export async function readBalance({ sql }: Needs, merchantId: string, before: Date | null): Promise<Balance> {
  if (before === null) return selectBalanceNow(sql, merchantId)
  // Postings are timed to the millisecond.
  const last = await selectLast(sql, merchantId, new Date(before.getTime() - 1))
  if (last === null) return noBalance
  const { available, held, blocked, reserved } = last
  return { available, held, blocked, reserved }
}

/** So many entries of a range, oldest first. */
const readEntries = ({ sql }: Needs, merchantId: string, range: Range, limit: number): Promise<Entry[]> =>
  selectEntries(sql, merchantId, range, limit)

type ReadNewestInput = {
  merchantId: string
  from: Date | null
  /** Not included. */
  until: Date | null
  limit: number
  /** The number of the last entry of the page before. */
  before: bigint | undefined
}

type NewestPage = { opening: Balance; closing: Balance; entries: Entry[]; nextCursor: string | null }

/** The statement as people read it, newest first, with what was there before the period and after it. */
export async function readNewest(
  needs: Needs,
  { merchantId, from, until, limit, before }: ReadNewestInput,
): Promise<NewestPage> {
  const [range, opening, closing] = await Promise.all([
    readRange(needs, merchantId, from, lastMomentBefore(until)),
    from === null ? noBalance : readBalance(needs, merchantId, from),
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
