import type { Sql } from '../../platform/db/db.ts'
import { timeOfUuid } from '../../platform/lib/uuid.ts'
import { type TransactionSearch, filterOf } from './search-transactions.ts'
import { type Sums, sumUp } from './sql.ts'

/** Takes some 200 ms on a connection for reports. */
const mostSummedUp = 100_000

/** `countedFrom`: older transactions are not in the sums; null: all are. */
export type Totals = Omit<Sums, 'lookedAt' | 'oldest'> & { countedFrom: Date | null }

/** The sums of the whole list of a search. */
export async function sumUpTransactions(
  needs: { sql: Sql },
  search: TransactionSearch,
  most = mostSummedUp,
): Promise<Totals> {
  const { filter, lookedUntil } = await filterOf(needs, search)
  const wordsEnd = lookedUntil === null ? null : new Date(timeOfUuid(lookedUntil))
  // Ids and documents also find older ones.
  const counted = { ...filter, from: wordsEnd ?? filter.from }
  const { lookedAt, oldest, ...sums } = await sumUp(needs.sql, counted, most)
  const ends = [lookedAt < most ? null : oldest, wordsEnd].filter(end => end !== null)
  return { ...sums, countedFrom: ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null }
}
