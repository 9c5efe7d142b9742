import { type Day, addDays, dayOf } from '../brazil/sao-paulo.ts'
import type { Sql } from '../db/db.ts'
import { reconciliationAge } from '../lib/metrics.ts'
import { type Needs, reconcileDay } from './reconcile-day.ts'
import { selectLastClean, takeDue } from './sql.ts'

/** Payments show up late: a day is over when it has been for an hour. */
const settlingMs = 60 * 60_000
/** How long whoever took a day may need; then another takes it. */
const leaseMs = 30 * 60_000

/** The last day that is over, in São Paulo. */
export const lastWholeDay = (now: Date): Day => addDays(dayOf(new Date(now.getTime() - settlingMs)), -1)

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
