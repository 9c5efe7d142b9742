import type { Sql } from '../db/db.ts'
import { reconciliationAge } from '../lib/metrics.ts'
import { type Needs, lastWholeDay, reconcileDay } from './reconcile-day.ts'
import { selectLastClean, takeDue } from './sql.ts'

/** How long whoever took a day may need; then another takes it. */
const leaseMs = 30 * 60_000

/** Reconciles the day before with one bank, once whatever the number of workers. Answers how many it took. */
export async function reconcileYesterday(needs: Needs): Promise<number> {
  const now = needs.clock()
  const day = lastWholeDay(now)
  const connectionId = await takeDue(needs.sql, day, now, new Date(now.getTime() - leaseMs))
  if (connectionId !== null) await reconcileDay(needs, { connectionId, day })
  await showAges(needs)
  return connectionId === null ? 0 : 1
}

async function showAges({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<void> {
  for (const { bank, at } of await selectLastClean(sql))
    reconciliationAge.set({ bank }, (clock().getTime() - at.getTime()) / 1000)
}
