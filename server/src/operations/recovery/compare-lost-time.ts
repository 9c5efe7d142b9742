import { findRails } from '../../money/rails/rails-of.ts'
import { listConnections } from '../../money/rails/connections.ts'
import {
  type ComparedBank,
  type Recovery,
  noteCompared,
  readOpenRecovery,
  takeComparison,
} from '../../platform/db/recoveries.ts'
import { safeText } from '../../platform/lib/log.ts'
import { ExternalFault } from '../../platform/lib/within-time.ts'
import { recoveryOpen } from '../../platform/lib/metrics.ts'
import { type Needs, comparePeriod } from '../reconciliation/reconcile-day.ts'

const minuteMs = 60_000
/** If a process dies, another takes over after this. */
const leaseMs = 30 * minuteMs
/** A bank that could not be asked is asked again soon; what all have reported is compared again while money is held. */
const soonMs = minuteMs
const laterMs = 15 * minuteMs
/** Payments show up late, and clocks of banks differ. */
const overlapMs = 60 * minuteMs

/**
 * While money is held, everywhere or at some banks: compares what each bank did in the lost time with the books. Received payments are booked, what stays
 * different is an exception. Returns 0: it leaves no further work.
 */
export async function compareLostTime(needs: Needs): Promise<number> {
  const now = needs.clock()
  const recovery = await takeComparison(needs.sql, now, new Date(now.getTime() + leaseMs))
  if (recovery !== null) await compareBanks(needs, recovery)
  recoveryOpen.set((await readOpenRecovery(needs.sql)) === null ? 0 : 1)
  return 0
}

const notCompared = (fault: string) => ({ received: 0, sent: null, mended: 0, differences: 0, fault })

async function compareBanks(needs: Needs, recovery: Recovery): Promise<void> {
  const { id, lostFrom, comparedAt, releasedAt, leftOut, banks: before } = recovery
  const banks: ComparedBank[] = []
  let isWhole = true
  for (const { id: connectionId, name: bank, sealedSettings, pausedAt } of await listConnections(needs)) {
    if (sealedSettings === null) continue
    const last = before.find(one => one.connectionId === connectionId)
    if (releasedAt !== null && !leftOut.includes(connectionId)) {
      if (last !== undefined) banks.push(last)
      continue
    }
    const until = needs.clock()
    const period = { from: new Date(lostFrom.getTime() - overlapMs), until }
    const payouts = (await findRails(needs.railsOf, connectionId))?.payouts ?? null
    const listsNoPayouts = payouts !== null && payouts.listSent === undefined
    const about = { connectionId, bank, at: until.toISOString(), listsNoPayouts }
    const result =
      pausedAt !== null
        ? notCompared('the bank is paused')
        : await comparePeriod(needs, connectionId, period).then(
            found => ({ ...found, fault: null }),
            (error: unknown) => notCompared(error instanceof ExternalFault ? error.message : safeText(error)),
          )
    if (result.fault !== null && pausedAt === null) isWhole = false
    // What it has reported earlier counts while it cannot be asked.
    banks.push(result.fault !== null && last?.fault === null ? last : { ...about, ...result })
  }
  const at = needs.clock()
  await noteCompared(needs.sql, id, {
    banks,
    comparedAt: isWhole ? at : comparedAt,
    nextCompareAt: new Date(at.getTime() + (isWhole ? laterMs : soonMs)),
  })
}
