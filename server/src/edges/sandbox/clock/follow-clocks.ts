import { type Ahead, everyAhead } from '../../../tenancy/merchants/merchant-clock.ts'
import { expireConsents } from '../../../products/open-finance/expire-consents.ts'
import { endLinks } from '../../../products/payment-links/change-link.ts'
import { expireCharges } from '../../../money/transactions/expire-charges.ts'

export type Needs = Parameters<typeof expireCharges>[0] &
  Parameters<typeof expireConsents>[0] &
  Parameters<typeof endLinks>[0]

/** What ends by itself when its time is over. Consents before the charges they are for. */
const endings = [expireConsents, expireCharges, endLinks]

/** So many turns of each; who has more waits for the worker. */
const mostTurns = 20

/** Ends what is over by a merchant's clock, and answers how much. */
export async function followClock(needs: Needs, ahead: Ahead): Promise<number> {
  let ended = 0
  for (const end of endings)
    for (let turn = 0; turn < mostTurns; turn++) {
      const count = await end(needs, ahead)
      ended += count
      if (count === 0) break
    }
  return ended
}

/** The worker's part: merchants whose clock is ahead, in turn. All others are seen to by the workers of every merchant. */
export async function followClocks(needs: Needs): Promise<number> {
  let ended = 0
  for await (const ahead of everyAhead(needs)) ended += await followClock(needs, ahead)
  return ended
}
