import { formatAmount } from '../../platform/brazil/money.ts'
import type { News } from '../../tenancy/notifications/queue-notification.ts'
import type { Dispute } from './dispute.ts'

type Kind = Extract<News['kind'], `dispute${string}` | `operatorDispute${string}`>

/** What the merchant's people, or operators, are told of a dispute, by mail and in the portal. */
export const disputeNews = (kind: Kind, { merchantId, id, askedAmount, answerUntil }: Dispute): News => ({
  merchantId,
  kind,
  subject: id,
  details: { disputeId: id, amount: formatAmount(askedAmount), endsAt: answerUntil.toISOString() },
})
