import { ExternalFault } from '../../platform/lib/within-time.ts'
import { closeBooked } from '../banks/close-booked.ts'
import type { Needs as RecordNeeds } from '../banks/record-received-payment.ts'
import { type Difference, lockConnection, openDifference } from '../../money/bank-orders/differences.ts'
import { type Day, addDays, dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { bookTariffs } from '../../money/adjustments/book-tariffs.ts'
import { type RailsOf, requireRail } from '../../money/rails/rails-of.ts'
import { compareReceived } from './compare-received.ts'
import { compareSent } from './compare-sent.ts'
import {
  type DayToCompare,
  type Period,
  type Reconciliation,
  type TakenDay,
  isStillTaken,
  selectLastClean,
  takeDue,
  upsertReconciliation,
} from './sql.ts'
import { reconciliationAge } from '../../platform/lib/metrics.ts'

export type Needs = RecordNeeds & { railsOf: RailsOf }

/** So long after it a payment goes back at most. */
const daysToReturn = 90

/** Payments show up late: a day is over when it has been for an hour. */
const settlingMs = 60 * 60_000

/** The last day that is over, in São Paulo. */
export const lastWholeDay = (now: Date): Day => addDays(dayOf(new Date(now.getTime() - settlingMs)), -1)

/** At most this many are stored with the day; all are counted. */
const mostDetails = 200

/**
 * Compares a day of a bank with the books. A day that a worker has taken is written only while that worker still has it.
 * Each difference that stays opens a bank exception, once per payment and kind while it is open.
 */
export async function reconcileDay(
  needs: Needs,
  { connectionId, day, takenAt }: Omit<TakenDay, 'takenAt'> & Partial<TakenDay>,
): Promise<Reconciliation> {
  // Of days that are made up for, what is older was looked at with the days after them.
  const isNewest = day >= lastWholeDay(needs.clock())
  const olderFrom = isNewest ? startOfDay(addDays(day, -daysToReturn)) : null
  const period = { from: startOfDay(day), until: startOfDay(addDays(day, 1)), olderFrom }
  const { received, sent, tariffs, found } = await compare(needs, connectionId, period)
  const at = needs.clock()
  return needs.door.commit(async write => {
    const { tx } = write
    await lockConnection(tx, connectionId)
    if (takenAt !== undefined && !(await isStillTaken(tx, { connectionId, day, takenAt })))
      throw new ExternalFault('another worker has taken the day meanwhile')
    const differences = await openAll(tx, connectionId, found, at)
    await bookTariffs(write, { connectionId, tariffs: tariffs ?? [] }, at)
    const reconciliation: Reconciliation = {
      connectionId,
      day,
      at,
      receivedCount: received.count,
      receivedAmount: received.amount,
      returnedCount: received.returned.count,
      returnedAmount: received.returned.amount,
      sentCount: sent?.count ?? null,
      sentAmount: sent?.amount ?? null,
      tariffCount: tariffs?.length ?? null,
      tariffAmount: tariffs?.reduce((sum, { amount }) => sum + amount, 0n) ?? null,
      differences: differences.length,
      mended: received.mended + (sent?.mended ?? 0),
      details: differences.slice(0, mostDetails),
      state: differences.length === 0 ? 'Clean' : 'Different',
    }
    await upsertReconciliation(tx, reconciliation)
    return reconciliation
  })
}

/** What a bank received, returned and sent in a period, compared with the books. */
async function compare(needs: Needs, connectionId: string, period: DayToCompare) {
  const rails = await needs.railsOf(connectionId)
  const received = await compareReceived(needs, { ...rails, received: requireRail(rails.received) }, period)
  const sent = await compareSent(needs, rails, period)
  await closeBooked(needs, connectionId)
  const tariffs = (await rails.listTariffs?.(period)) ?? null
  return { received, sent, tariffs, found: [...received.differences, ...(sent?.differences ?? [])] }
}

/** The same for any period, which is then no reconciled day, with what the bank has in process: each difference becomes an exception. */
export async function comparePeriod(needs: Needs, connectionId: string, period: Period) {
  const { received, sent, found } = await compare(needs, connectionId, {
    ...period,
    olderFrom: null,
    withInProcess: true,
  })
  const differences = await needs.sql.begin(async tx => {
    await lockConnection(tx, connectionId)
    return openAll(tx, connectionId, found, needs.clock())
  })
  // Its amount and recipient are unknown: a repeated order could not be recognised.
  if (differences.some(({ kind }) => kind === 'payoutUnreadable'))
    throw new ExternalFault('payouts that the bank lists cannot be read')
  return {
    received: received.count,
    sent: sent?.count ?? null,
    mended: received.mended + (sent?.mended ?? 0),
    differences: differences.length,
  }
}

async function openAll(tx: Tx, connectionId: string, found: Difference[], at: Date): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const difference of found)
    if (await openDifference(tx, connectionId, difference, at)) differences.push(difference)
  return differences
}

/** How long a process may need for a day; then another takes it. */
const leaseMs = 30 * 60_000

/** So many days are made up for, where no worker ran or the bank was away or paused. */
const mostDays = 30

/** Reconciles the day before, or one that was missed, with one bank, once for all workers. Returns how many it took. */
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
