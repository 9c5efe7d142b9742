import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import { webhookTarget } from '../../money/webhooks/webhook-target.ts'
import type { LockedBatch } from './sql.ts'
import type { BatchEventName } from './states.ts'
import { batchView } from './views.ts'

/** The webhook event of a changed batch. A merchant without an address gets none. */
export function batchEvents(batch: LockedBatch, event: BatchEventName | null, at: Date): NewEvent[] {
  const target = webhookTarget(batch, batch.merchantWebhookUrl)
  if (event === null || target === null) return []
  const payload = JSON.stringify({ event, payoutBatch: batchView(batch) })
  const id = uuidv7(at.getTime())
  return [{ merchantId: batch.merchantId, id, transactionId: null, position: 1, payload, ...target, createdAt: at }]
}
