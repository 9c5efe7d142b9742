import { formatAmount } from '../../platform/brazil/money.ts'
import { audienceOf } from '../approvals/record-decision.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { News } from '../../tenancy/notifications/queue-notification.ts'
import type { Batch } from './batch.ts'

/** What those are told who can decide on a batch that was just asked for. */
export async function batchNews(tx: Tx, batch: Batch, askedBy: string): Promise<News[]> {
  const { merchantId, id, name, rowCount, amount } = batch
  const { people, asksOperator } = await audienceOf(tx, batch)
  const details = { batchId: id, name, count: String(rowCount), amount: formatAmount(amount), askedBy }
  const news = { merchantId, subject: id, details, notTo: people }
  return [{ ...news, kind: 'batchWaits' }, ...(asksOperator ? [{ ...news, kind: 'operatorBatchWaits' as const }] : [])]
}
