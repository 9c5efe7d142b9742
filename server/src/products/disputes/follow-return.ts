import type { FollowReturn } from '../../money/transactions/commit-hooks.ts'
import { disputeEvent } from './dispute-event.ts'
import { isDisputeReturnId } from '../../money/refunds/refund-ids.ts'
import { lockByRefund } from './sql.ts'
import { disputeMove } from './states.ts'
import { writeEnd } from './write-end.ts'

/** The bank has returned what a dispute had blocked, or cannot: the dispute ends in the same commit. */
export const followReturn: FollowReturn = async (tx, { after, refund }, at) => {
  if (refund === null || refund.state === 'Processing' || !isDisputeReturnId(refund.id)) return []
  const dispute = await lockByRefund(tx, { merchantId: after.merchantId, transactionId: after.id }, refund.id)
  const row = dispute && disputeMove(dispute.state, refund.state === 'Completed' ? 'settle' : 'fail')
  if (dispute === undefined || row === undefined) return []
  const facts = refund.state === 'Completed' ? { returnedAmount: refund.amount } : { cause: 'ReturnRefused' }
  const ended = { ...dispute, ...facts, state: row.to, endedAt: at }
  await writeEnd(tx, ended)
  return row.event === null ? [] : [disputeEvent(row.event, ended)]
}
