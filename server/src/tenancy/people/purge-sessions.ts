import type { Sql } from '../../platform/db/db.ts'
import { deleteOldGuesses, deleteOldLinks, deleteOldSessions } from './sql.ts'

/** Deletes links and sessions that expired before a time, and expired guesses. */
export async function purgeSessions(
  { sql, clock }: { sql: Sql; clock: () => Date },
  before: Date,
  most: number,
): Promise<number> {
  const deleted = [
    await deleteOldGuesses(sql, clock(), most),
    await deleteOldLinks(sql, before, most),
    await deleteOldSessions(sql, before, most),
  ]
  return Math.max(...deleted.map(rows => rows.count))
}
