import { formatAmount } from '../../platform/brazil/money.ts'
import { audienceOf } from '../approvals/record-decision.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { QueuedNotification } from '../../tenancy/notifications/queue-notification.ts'
import type { Batch } from './batch.ts'

/** Notifications of a new batch to those who can decide on it. */
export async function batchNotifications(tx: Tx, batch: Batch, askedBy: string): Promise<QueuedNotification[]> {
  const { merchantId, id, name, rowCount, amount } = batch
  const { people, asksOperator } = await audienceOf(tx, batch)
  const details = { batchId: id, name, count: String(rowCount), amount: formatAmount(amount), askedBy }
  const notification = { merchantId, subject: id, details, notTo: people }
  return [
    { ...notification, kind: 'batchWaits' },
    ...(asksOperator ? [{ ...notification, kind: 'operatorBatchWaits' as const }] : []),
  ]
}
