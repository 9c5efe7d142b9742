import type { Sql } from '../db/db.ts'
import { countUnsent, selectLastMails, selectUnsent } from './sql.ts'

const dayMs = 24 * 60 * 60_000
const unsentDays = 7
const firstShown = 5

/** How many mails of the last days were given up (refused for good, or tried in vain for hours), to whom and why, and how the last ones ended. */
export async function readMailHealth({ sql, clock }: { sql: Sql; clock: () => Date }) {
  const since = new Date(clock().getTime() - unsentDays * dayMs)
  const [unsent, last] = await Promise.all([countUnsent(sql, since, 100_000), selectLastMails(sql, since)])
  return { unsent, ...last, firstUnsent: unsent === 0 ? [] : await selectUnsent(sql, since, firstShown) }
}
