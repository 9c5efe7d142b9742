import type { Sql } from '../../platform/db/db.ts'
import { countUndecided, selectFirstUndecided } from './sql.ts'

const mostCounted = 100_000
const firstShown = 5

/** What nobody has decided, of all merchants: how many, how many of them after the time to answer, and which come first. */
export async function readDisputeHealth({ sql, clock }: { sql: Sql; clock: () => Date }) {
  const { undecided, overdue } = await countUndecided(sql, clock(), mostCounted)
  return { undecided, overdue, first: undecided === 0 ? [] : await selectFirstUndecided(sql, firstShown) }
}
