import { formatAmount } from '../../platform/brazil/money.ts'
import type { QueuedNotification } from '../../tenancy/notifications/queue-notification.ts'
import type { Dispute } from './dispute.ts'

type Kind = Extract<QueuedNotification['kind'], `dispute${string}` | `operatorDispute${string}`>

/** A notification of a dispute to the merchant's people or to operators. */
export const disputeNotification = (
  kind: Kind,
  { merchantId, id, askedAmount, answerUntil }: Dispute,
): QueuedNotification => ({
  merchantId,
  kind,
  subject: id,
  details: { disputeId: id, amount: formatAmount(askedAmount), endsAt: answerUntil.toISOString() },
})
