import { isDefect, reportDefect } from '../../platform/db/defects.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { wakeAfterOutage } from '../../money/bank-orders/place-orders.ts'
import { callbackAddress, findCalledBack, initiationCallback } from '../../money/rails/callbacks.ts'
import { checkCallbackAgain, endCallbackCheck, takeCallbackCheck } from '../../money/rails/connections.ts'
import type { CallbackPlace } from '../../money/rails/rails.ts'
import { type RailsOf, requireRail } from '../../money/rails/rails-of.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  addresses: PublicAddresses
  storageKey: Buffer
  railsOf: RailsOf
}

const dayMs = 24 * 60 * 60_000
/** Longer than all calls of one check. If a process dies, another takes over after this. */
const leaseMs = 5 * 60_000
/** Pauses after failures: a bank may call a URL whose server is still starting. The last pause repeats. */
const pausesMs = [15_000, 30_000, 60_000, 120_000, 300_000] as const

/**
 * Registers callback and return URLs at a bank, at first and whenever they are missing there: banks remove
 * addresses by themselves, so each is looked at once a day. Returns how many it checked.
 */
export async function ensureCallbackUrls(needs: Needs): Promise<number> {
  const now = needs.clock()
  const due = await takeCallbackCheck(needs, now, new Date(now.getTime() + leaseMs))
  if (due === null) return 0
  const address = callbackAddress(needs, due)
  try {
    const rails = await needs.railsOf(due.id)
    const received = requireRail(rails.received)
    const [ofPayments, ...ofPayouts] = received.callbackPlaces
    // A bank that refuses payouts for want of the URL gets it again, even if it shows it.
    const isMissing = due.callbackMissingSince !== null
    if (ofPayments !== undefined && (isMissing || (await ofPayments.read()) !== address)) await ofPayments.set(address)
    let payoutsBy: string | null = null
    for (const place of ofPayouts) payoutsBy = await sharePlace(needs, place, { id: due.id, address })
    const returnUrl = needs.addresses.checkoutReturn(due.id)
    await rails.initiations?.keepAddresses?.({ returnUrl, ...initiationCallback(needs, due) })
    await endCallbackCheck(needs, due, new Date(now.getTime() + dayMs), payoutsBy)
    if (isMissing) await wakeAfterOutage(needs, due.id, { isMended: true })
  } catch (error) {
    if (isDefect(error)) reportDefect('bank callback', error)
    const pauseMs = pausesMs[Math.min(due.callbackTries, pausesMs.length) - 1] ?? pausesMs[0]
    await checkCallbackAgain(needs, due, new Date(now.getTime() + pauseMs))
  }
  return 1
}

/**
 * An account has one URL for its payouts, and may have several connections, by its keys: the first that is there serves all,
 * so that none takes it from another day by day. Returns the connection whose URL it is; null: this one.
 */
async function sharePlace(needs: Needs, place: CallbackPlace, { id, address }: { id: string; address: string }) {
  const set = await place.read()
  if (set === address) return null
  const other = await findCalledBack(needs, set)
  if (other !== null && other !== id) return other
  await place.set(address)
  return null
}
