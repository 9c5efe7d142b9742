import type { Tx } from '../../platform/db/db.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { LinkedEnd } from '../../money/transactions/commit-hooks.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import { countEnded } from './link.ts'
import { linkEvents } from './link-event.ts'
import { lockLinks, updateLinks } from './sql.ts'

/**
 * What the door asks for in the commit in which charges of links end: their places are given back or counted as paid, and
 * a link that is sold out says so.
 */
export const followCharges =
  (needs: { addresses: PublicAddresses }) =>
  async (tx: Tx, ended: LinkedEnd[], at: Date): Promise<NewEvent[]> => {
    const locked = await lockLinks(
      tx,
      ended.map(({ merchantId, paymentLinkId }) => ({ merchantId, id: paymentLinkId })),
    )
    const changes = locked.map(link => {
      const own = ended.filter(one => one.merchantId === link.merchantId && one.paymentLinkId === link.id)
      return { locked: link, ...countEnded(link, own) }
    })
    await updateLinks(
      tx,
      changes.map(({ link }) => link),
    )
    return linkEvents(needs, changes, at)
  }
