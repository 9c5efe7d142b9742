import type { Sql } from '../db/db.ts'
import { wrongBookRows } from '../lib/metrics.ts'
import { auditBooks } from './audit-books.ts'
import { type Check, selectCheck, upsertCheck } from './sql.ts'

const name = 'books'

/** The same proof as `npm run audit`, save that no file of the archive is read; kept for the operator's screen and as a metric. Answers 0: it is done for now. */
export async function watchBooks({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<0> {
  const startedMs = performance.now()
  const faults = (await auditBooks({ sql })).length
  wrongBookRows.set(faults)
  const tookMs = Math.round(performance.now() - startedMs)
  await upsertCheck(sql, { name, at: clock(), tookMs, faults })
  return 0
}

/** What the last proof found; null: none has been made yet. */
export const readLastAudit = async (needs: { sql: Sql }): Promise<Check | null> =>
  (await selectCheck(needs.sql, name)) ?? null
