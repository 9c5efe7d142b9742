import type { WorkLog } from '../../platform/db/work-loop.ts'
import { safeText } from '../../platform/lib/log.ts'
import { endSweep, keepDisputesRead, takeSweep } from '../../money/rails/connections.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Rails } from '../../money/rails/rails.ts'
import { type Needs, recordDisputes } from './record-disputes.ts'
import { recordReceivedPayment, notNow } from './record-received-payment.ts'

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
      await recordReceivedPayment(needs, rails, payment).catch(notNow)
    await endSweep(needs, connectionId, until)
  }
  // After payments, of which cases speak.
  if (rails.disputes !== null) await sweepDisputes(needs, rails, log)
  return 1
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
