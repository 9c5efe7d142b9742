import type { Sql } from '../../platform/db/db.ts'
import { timeOfUuid } from '../../platform/lib/uuid.ts'
import { type TransactionSearch, filterOf } from './search-transactions.ts'
import { type Sums, sumUp } from './sql.ts'

/** Some 200 ms of one connection for reports. */
export const mostSummedUp = 100_000

/** `countedFrom`: what is older than that is not in the sums; null: everything is. */
export type Totals = Omit<Sums, 'lookedAt' | 'oldest'> & { countedFrom: Date | null }

/** What the whole list of a search comes to. */
export async function sumUpTransactions(
  needs: { sql: Sql },
  search: TransactionSearch,
  most = mostSummedUp,
): Promise<Totals> {
  const { filter, lookedUntil } = await filterOf(needs, search)
  const wordsEnd = lookedUntil === null ? null : new Date(timeOfUuid(lookedUntil))
  // By ids and documents older ones are found as well.
  const counted = { ...filter, from: wordsEnd ?? filter.from }
  const { lookedAt, oldest, ...sums } = await sumUp(needs.sql, counted, most)
  const ends = [lookedAt < most ? null : oldest, wordsEnd].filter(end => end !== null)
  return { ...sums, countedFrom: ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null }
}
