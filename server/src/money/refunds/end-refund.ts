import { formatAmount } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import type { Write } from '../transactions/door.ts'
import { type Refund, type RefundId, selectRefund, updateRefund } from './sql.ts'
import { refundTransitionOf } from './states.ts'

type End = { event: 'completed' } | { event: 'failed'; cause: string }

/** Writes how a refund ended: the refund, the held money and the merchant's event in one commit. Ended once, it stays so. */
export async function endRefund(write: Write, id: RefundId, end: End, at: Date): Promise<void> {
  await write.lock({ merchantId: id.merchantId, id: id.transactionId })
  const refund = await selectRefund(write.tx, id)
  const row = refund && refundTransitionOf(refund.state, end.event)
  if (refund === undefined || row === undefined)
    throw new ApiError('TransactionStateNotAllowed', { message: `the refund is ${refund?.state ?? 'unknown'}` })
  const cause = end.event === 'failed' ? end.cause : null
  await updateRefund(write.tx, { ...refund, state: row.to, cause, endedAt: at })
  if (end.event === 'failed') await queueNotification(write.tx, [notificationOf(refund)], at)
  const event = { kind: row.transaction, refundId: refund.id, amount: refund.amount }
  await write.apply({ merchantId: id.merchantId, id: id.transactionId, event })
}

const notificationOf = ({ merchantId, transactionId, id, amount }: Refund) => ({
  merchantId,
  kind: 'refundFailed' as const,
  subject: `${transactionId} ${id}`,
  details: { transactionId, amount: formatAmount(amount) },
})
