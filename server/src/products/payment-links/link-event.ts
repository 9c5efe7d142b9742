import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import { webhookTarget } from '../../money/webhooks/webhook-target.ts'
import type { LinkChange } from './link.ts'
import type { LockedLink } from './sql.ts'
import { linkView } from './views.ts'

/** A change with the link as it was locked, which says where its merchant is notified. */
export type LockedChange = LinkChange & { locked: LockedLink }

/** The webhook events of changed links. A merchant without an address gets none. */
export const linkEvents = (
  { addresses }: { addresses: PublicAddresses },
  changes: LockedChange[],
  at: Date,
): NewEvent[] =>
  changes.flatMap(({ link, event, locked }) => {
    const target = webhookTarget(locked, locked.merchantWebhookUrl)
    if (event === null || target === null) return []
    const payload = JSON.stringify({ event, paymentLink: linkView(link, addresses) })
    const id = uuidv7(at.getTime())
    return { merchantId: link.merchantId, id, transactionId: null, position: 1, payload, ...target, createdAt: at }
  })
