import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type DisputeAct, type DisputeOpener, type DisputeReason, type DisputeState, disputeMove } from './states.ts'

/** A row of `disputes`. */
export type Dispute = {
  merchantId: string
  id: string
  transactionId: string
  connectionId: string
  /** What the bank calls the case. */
  bankReference: string
  openedBy: DisputeOpener
  reason: DisputeReason
  /** What the bank says about it. */
  details: string | null
  askedAmount: Micros
  /** What was there when it was opened, and is blocked while nobody has decided. */
  blockedAmount: Micros
  returnedAmount: Micros
  state: DisputeState
  answerUntil: Date
  /** The refund that gives the money back, once that was decided. */
  refundId: string | null
  defence: string | null
  defenceFiles: string[]
  defendedAt: Date | null
  /** Why the bank did not take the defence. */
  defenceRefusal: string | null
  /** Why it was released, where nobody decided so. */
  cause: string | null
  createdAt: Date
  endedAt: Date | null
}

/** What an act makes of a dispute, or the refusal. */
export function movedBy(dispute: Dispute, act: DisputeAct): DisputeState {
  const row = disputeMove(dispute.state, act)
  if (row === undefined) throw new ApiError('DisputeStateNotAllowed', { message: `the dispute is ${dispute.state}` })
  return row.to
}
