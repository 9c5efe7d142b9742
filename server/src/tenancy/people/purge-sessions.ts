import type { Sql } from '../../platform/db/db.ts'
import { deleteOldGuesses, deleteOldLinks, deleteOldSessions } from './sql.ts'

/** Links and sessions that ended before a time, and guesses that say nothing any more. */
export async function purgeSessions(
  { sql, clock }: { sql: Sql; clock: () => Date },
  before: Date,
  most: number,
): Promise<number> {
  const forgotten = [
    await deleteOldGuesses(sql, clock(), most),
    await deleteOldLinks(sql, before, most),
    await deleteOldSessions(sql, before, most),
  ]
  return Math.max(...forgotten.map(rows => rows.count))
}
