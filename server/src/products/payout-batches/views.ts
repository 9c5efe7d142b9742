import { formatAmount } from '../../platform/brazil/money.ts'
import { csvLine, notFormula } from '../../platform/http/file-formats.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { type Batch, type BatchEventName, scopeOf } from './states.ts'
import type { LockedBatch, ReadRow } from './sql.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import { webhookTarget } from '../../money/webhooks/webhook-target.ts'
import { audienceOf } from '../approvals/record-decision.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { QueuedNotification } from '../../tenancy/notifications/queue-notification.ts'

export const batchView = (b: Batch) => ({
  id: b.id,
  orderId: b.orderId,
  name: b.name,
  kind: b.kind,
  state: b.state,
  rows: { count: b.rowCount, amount: formatAmount(b.amount) },
  charges: formatAmount(b.charges),
  made: { count: b.madeCount, amount: formatAmount(b.madeAmount) },
  refused: { count: b.refusedCount, amount: formatAmount(b.refusedAmount) },
  waiting: {
    count: b.rowCount - b.madeCount - b.refusedCount,
    amount: formatAmount(b.amount - b.madeAmount - b.refusedAmount),
  },
  creationDate: b.createdAt.toISOString(),
  decisionDate: b.decidedAt?.toISOString() ?? null,
  completionDate: b.completedAt?.toISOString() ?? null,
})

export const rowView = (r: ReadRow) => ({
  number: r.number,
  state: r.state,
  amount: formatAmount(r.amount),
  charges: formatAmount(r.charges),
  orderId: r.orderId,
  description: r.description,
  name: r.name,
  taxNumber: r.taxNumber,
  keyType: r.keyType,
  key: r.pixKey,
  receiver: r.receiverId,
  account: r.accountId,
  transactionId: r.transactionId,
  transactionState: r.transactionState && formatState(r.transactionState),
  reason: r.reason,
  message: r.message,
  stateErrorCause: r.errorCause,
  metadata: r.metadata ?? {},
})

const resultColumns = [
  'number',
  'state',
  'amount',
  'charges',
  'orderId',
  'name',
  'taxNumber',
  'keyType',
  'key',
  'receiver',
  'account',
  'description',
  'transactionId',
  'transactionState',
  'reason',
  'message',
  'stateErrorCause',
  'metadata',
] as const satisfies (keyof ReturnType<typeof rowView>)[]

/** The result file of the API: one line per row, with the API's field names. */
export const resultHeader = csvLine(resultColumns, ',')
export function resultLine(row: ReadRow): string {
  const view = rowView(row)
  return csvLine(
    resultColumns.map(column => notFormula(textOf(view[column]))),
    ',',
  )
}

const textOf = (value: string | number | object | null): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The webhook event of a changed batch. A merchant without an address gets none. */
export function batchEvents(batch: LockedBatch, event: BatchEventName | null, at: Date): NewEvent[] {
  const target = webhookTarget(batch, batch.merchantWebhookUrl)
  if (event === null || target === null) return []
  const payload = JSON.stringify({ event, payoutBatch: batchView(batch) })
  const id = uuidv7(at.getTime())
  const about = { merchantId: batch.merchantId, id, transactionId: null, position: 1, scope: scopeOf[batch.kind] }
  return [{ ...about, payload, ...target, createdAt: at }]
}

export async function batchNotifications(tx: Tx, batch: Batch, requestedBy: string): Promise<QueuedNotification[]> {
  const { merchantId, id, name, rowCount, amount } = batch
  const { people, asksOperator } = await audienceOf(tx, batch)
  const details = { batchId: id, name, count: String(rowCount), amount: formatAmount(amount), requestedBy }
  const notification = { merchantId, subject: id, details, notTo: people }
  return [
    { ...notification, kind: 'batchWaits' },
    ...(asksOperator ? [{ ...notification, kind: 'operatorBatchWaits' as const }] : []),
  ]
}
