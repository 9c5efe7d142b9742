import { formatAmount } from '../../platform/brazil/money.ts'
import type { Dispute, DisputeEventName } from './states.ts'
import type { QueuedNotification } from '../../tenancy/notifications/queue-notification.ts'

const dated = (date: Date | null) => (date === null ? null : date.toISOString())

export const disputeView = (d: Dispute) => ({
  id: d.id,
  transactionId: d.transactionId,
  bankReference: d.bankReference,
  state: d.state,
  reason: d.reason,
  details: d.details,
  askedAmount: formatAmount(d.askedAmount),
  blockedAmount: formatAmount(d.blockedAmount),
  returnedAmount: formatAmount(d.returnedAmount),
  answerUntil: d.answerUntil.toISOString(),
  defence: d.defence,
  defenceFiles: d.defenceFiles,
  defenceDate: dated(d.defendedAt),
  cause: d.cause,
  date: d.createdAt.toISOString(),
  endDate: dated(d.endedAt),
  contest: contestView(d),
})

const contestView = (d: Dispute) =>
  d.contestReason === null || d.contest === null || d.contestedAt === null
    ? null
    : {
        reason: d.contestReason,
        text: d.contest,
        files: d.contestFiles,
        date: d.contestedAt.toISOString(),
        outcome: d.contestOutcome,
        note: d.contestNote,
        endDate: dated(d.contestEndedAt),
      }

/** The webhook event of a dispute, delivered in order with the events of its transaction, to the same URL. */
export const disputeEvent = (event: DisputeEventName, dispute: Dispute): object => ({
  event,
  dispute: disputeView(dispute),
})

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
