import type { Sql } from '../db/db.ts'
import type { PublicAddresses } from '../http/public-addresses.ts'
import { callbackAddress, initiationCallback } from '../rails/callbacks.ts'
import { checkCallbackAgain, takeCallbackCheck } from '../rails/connections.ts'
import { type RailsOf, needed } from '../rails/rails-of.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  addresses: PublicAddresses
  storageKey: Buffer
  railsOf: RailsOf
}

const dayMs = 24 * 60 * 60_000
const soonMs = 5 * 60_000

/**
 * Tells a bank where to call back and where payers come back to, at first and whenever it has forgotten: banks remove addresses by themselves, so each is
 * looked at once a day. Answers how many it looked at.
 */
export async function keepCallbacks(needs: Needs): Promise<number> {
  const now = needs.clock()
  const due = await takeCallbackCheck(needs, now, new Date(now.getTime() + dayMs))
  if (due === null) return 0
  const address = callbackAddress(needs, due)
  try {
    const rails = await needs.railsOf(due.id)
    const received = needed(rails.received)
    for (const place of received.callbackPlaces) if ((await place.read()) !== address) await place.set(address)
    const returnUrl = needs.addresses.checkoutReturn(due.id)
    await rails.initiations?.keepAddresses?.({ returnUrl, ...initiationCallback(needs, due) })
  } catch {
    await checkCallbackAgain(needs, due.id, new Date(now.getTime() + soonMs))
  }
  return 1
}
