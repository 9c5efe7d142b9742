import { amountOrNull, formatAmount } from '../../platform/brazil/money.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { Link, LinkChange } from './states.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import { webhookTarget } from '../../money/webhooks/webhook-target.ts'
import type { LockedLink } from './sql.ts'

export const linkView = (link: Link, addresses: PublicAddresses) => ({
  id: link.id,
  url: addresses.paymentLink(link.merchantId, link.id),
  state: link.state,
  title: link.title,
  description: link.description,
  amount: amountOrNull(link.amount),
  minAmount: amountOrNull(link.minAmount),
  maxAmount: amountOrNull(link.maxAmount),
  stock: link.stock,
  endsAt: link.endsAt === null ? null : link.endsAt.toISOString(),
  asksPayer: link.asksPayer,
  redirectUrl: link.redirectUrl,
  qrCode: link.qrCode,
  openCount: link.openCount,
  paidCount: link.paidCount,
  paidAmount: formatAmount(link.paidAmount),
  creationDate: link.createdAt.toISOString(),
  metadata: link.metadata ?? {},
})

export type LockedChange = LinkChange & { locked: LockedLink }

/** The webhook events of changed links. A merchant without a URL gets none. */
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
