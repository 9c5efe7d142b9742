import { formatAmount } from '../../platform/brazil/money.ts'
import type { Dispute } from './dispute.ts'

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
})
