import { addDays } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { reconciliationAge } from '../../platform/lib/metrics.ts'
import { type Needs, lastWholeDay, reconcileDay } from './reconcile-day.ts'
import { selectLastClean, takeDue } from './sql.ts'

/** How long whoever took a day may need; then another takes it. */
const leaseMs = 30 * 60_000

/** So many days are made up for, where no worker ran or the bank was away or paused. */
const mostDays = 30

/** Reconciles the day before, or one that was missed, with one bank, once whatever the number of workers. Answers how many it took. */
export async function reconcileMissing(needs: Needs): Promise<number> {
  const now = needs.clock()
  const day = lastWholeDay(now)
  const leasedBefore = new Date(now.getTime() - leaseMs)
  const due = await takeDue(needs.sql, { day, since: addDays(day, 1 - mostDays), now, leasedBefore })
  if (due !== null) await reconcileDay(needs, due)
  await showAges(needs)
  return due === null ? 0 : 1
}

async function showAges({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<void> {
  for (const { bank, at } of await selectLastClean(sql))
    reconciliationAge.set({ bank }, Math.max(0, clock().getTime() - at.getTime()) / 1000)
}
