import type { Sql } from '../db/db.ts'
import { wrongBookRows } from '../lib/metrics.ts'
import { auditBooks } from './audit-books.ts'
import { type Check, selectCheck, upsertCheck } from './sql.ts'

const name = 'books'

/** The same proof as `npm run audit`, kept for the operator's screen and as a metric. Answers 0: it is done for now. */
export async function watchBooks(needs: { sql: Sql; clock: () => Date }): Promise<0> {
  const startedMs = performance.now()
  const faults = (await auditBooks(needs)).length
  wrongBookRows.set(faults)
  const tookMs = Math.round(performance.now() - startedMs)
  await upsertCheck(needs.sql, { name, at: needs.clock(), tookMs, faults })
  return 0
}

/** What the last proof found; null: none has been made yet. */
export const readLastAudit = async (needs: { sql: Sql }): Promise<Check | null> =>
  (await selectCheck(needs.sql, name)) ?? null
