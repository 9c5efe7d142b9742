import type { Sql } from '../../platform/db/db.ts'
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
  return { available: last?.available ?? 0n, held: last?.held ?? 0n, blocked: last?.blocked ?? 0n }
}

/** So many entries of a range, oldest first. */
export const readEntries = ({ sql }: Needs, merchantId: string, range: Range, limit: number): Promise<Entry[]> =>
  selectEntries(sql, merchantId, range, limit)
