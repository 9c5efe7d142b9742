import type { Sql } from '../db/db.ts'
import { deleteOldGuesses, deleteOldLinks, deleteOldSessions } from './sql.ts'

const day = 24 * 60 * 60 * 1000
const batch = 1_000

/** What nobody needs any more: guesses that are forgotten, links and sessions that ended a month ago. */
export async function forgetOld(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  const now = needs.clock()
  const monthAgo = new Date(now.getTime() - 31 * day)
  const forgotten = [
    await deleteOldGuesses(needs.sql, now, batch),
    await deleteOldLinks(needs.sql, monthAgo, batch),
    await deleteOldSessions(needs.sql, monthAgo, batch),
  ]
  return Math.max(...forgotten.map(rows => rows.count))
}
