import { ApiError } from '../http/errors.ts'
import { endSweep, takeSweep } from '../rails/connections.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import { type Needs, hearOfDisputes } from './hear-of-disputes.ts'
import { hearOfPayment } from './hear-of-payment.ts'

const everyMs = 60_000
/** Payments show up late, and while one pages: windows overlap, and what is known is passed by. */
const overlapMs = 30 * 60_000
const windowMs = 6 * 60 * 60_000

/**
 * Looks by itself at what a bank has received: callbacks get lost, and banks drop the address by themselves. After a time
 * away it goes on where it had ended, a window at a time. Answers how many connections it looked at.
 */
export async function sweepPayments(needs: Needs & { railsOf: RailsOf }): Promise<number> {
  const sweep = await takeSweep(needs, needs.clock(), everyMs)
  if (sweep === null) return 0
  const { connectionId } = sweep
  const rails = await needs.railsOf(connectionId)
  if (rails.received === null) return 1
  const endMs = needs.clock().getTime()
  for (let fromMs = sweep.from.getTime() - overlapMs; fromMs < endMs; fromMs += windowMs) {
    const until = new Date(Math.min(fromMs + windowMs, endMs))
    for await (const payment of rails.received.listReceived({ from: new Date(fromMs), until }))
      await hearOfPayment(needs, rails, payment).catch(refused)
    await endSweep(needs, connectionId, until)
  }
  // After payments, of which cases speak. A bank that lists none now, or not to us, is asked again with the next sweep.
  await hearOfDisputes(needs, rails).catch(() => {})
  return 1
}

/** One payment that the books cannot take now does not keep those after it away. */
function refused(error: unknown): void {
  const isRefused = error instanceof ApiError && /^(RefundNotAllowed|TransactionStateNotAllowed)$/.test(error.reason)
  if (!isRefused) throw error
}
