import type { WorkLog } from '../../platform/db/work-loop.ts'
import { safeText } from '../../platform/lib/log.ts'
import { endSweep, keepDisputesRead, takeSweep } from '../../money/rails/connections.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Rails, ReceivedPayment } from '../../money/rails/rails.ts'
import { findBooked } from '../../money/transactions/read-transaction.ts'
import { facts, openDifference } from '../../money/bank-orders/differences.ts'
import { isWorthRepeating } from '../../platform/db/database-faults.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Unavailable } from '../../platform/lib/within-time.ts'
import { type Needs, recordDisputes } from './record-disputes.ts'
import { isForLater, recordReceivedPayment } from './record-received-payment.ts'

const everyMs = 60_000
/** Payments show up late, and while one pages: windows overlap, and what is known is passed by. */
const overlapMs = 30 * 60_000
const windowMs = 6 * 60 * 60_000

/**
 * Looks by itself at what a bank has received: callbacks get lost, and banks drop the address by themselves. After a time
 * away it goes on where it had ended, a window at a time. Returns how many connections it checked.
 */
export async function sweepPayments(needs: Needs & { railsOf: RailsOf }, log?: WorkLog): Promise<number> {
  const sweep = await takeSweep(needs, needs.clock(), everyMs)
  if (sweep === null) return 0
  const { connectionId } = sweep
  const rails = await needs.railsOf(connectionId)
  if (rails.received === null) return 1
  const endMs = needs.clock().getTime()
  for (let fromMs = sweep.from.getTime() - overlapMs; fromMs < endMs; fromMs += windowMs) {
    const until = new Date(Math.min(fromMs + windowMs, endMs))
    for await (const payment of rails.received.listReceived({ from: new Date(fromMs), until }))
      await recordReceivedPayment(needs, rails, payment).catch((error: unknown) => {
        if (!isForLater(error) || isSeenLast(payment, endMs)) return keepRefused(needs, rails, payment, error, log)
      })
    await endSweep(needs, connectionId, until)
  }
  // After payments, of which cases speak.
  if (rails.disputes !== null) await sweepDisputes(needs, rails, log)
  return 1
}

/** The next sweep begins an overlap before this one's end; a bank may round its times. Without a time, its day decides. */
const isSeenLast = ({ at }: ReceivedPayment, endMs: number): boolean =>
  at !== null && at.getTime() < endMs - overlapMs + everyMs

/**
 * A payment that the books refuse is an exception, the same that the reconciliation of its day would open, and the sweep
 * goes on with the others. Whatever passes by itself, such as a database that is away, stops the sweep until the next one.
 */
async function keepRefused(
  needs: Needs,
  rails: Rails,
  { endToEndId, amount, returns }: ReceivedPayment,
  error: unknown,
  log?: WorkLog,
): Promise<void> {
  if (error instanceof Unavailable || isWorthRepeating(error)) throw error
  if (error instanceof ApiError && error.status >= 500) throw error
  log?.error({ work: 'sweep payments', fault: `payment ${endToEndId} was refused: ${safeText(error)}` }, 'work')
  const booked = await findBooked(needs, endToEndId)
  const returned = returns.reduce((sum, one) => (one.isDone ? sum + one.amount : sum), 0n)
  const difference =
    booked === null
      ? ({
          kind: 'paymentNotBooked',
          transaction: null,
          expected: facts.nothingReceived,
          said: facts.received(amount),
        } as const)
      : ({
          kind: 'returnedAmount',
          transaction: booked,
          expected: facts.returned(booked.refundedAmount),
          said: facts.returned(returned),
        } as const)
  await needs.sql.begin(tx => openDifference(tx, rails.connectionId, { endToEndId, ...difference }, needs.clock()))
}

/** A bank whose cases cannot be read is called again by the next sweep. Operators see since when, and the log says why, once. */
export async function sweepDisputes(needs: Needs, rails: Rails, log?: WorkLog): Promise<void> {
  try {
    await recordDisputes(needs, rails)
    await keepDisputesRead(needs, rails.connectionId, null)
  } catch (error) {
    const isNew = await keepDisputesRead(needs, rails.connectionId, needs.clock())
    const fault = `the disputes of ${rails.name} cannot be read: ${safeText(error)}`
    if (isNew) log?.error({ work: 'sweep payments', fault }, 'work')
  }
}
