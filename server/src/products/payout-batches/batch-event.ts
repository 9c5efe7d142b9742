import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import type { ToldBatch } from './sql.ts'
import type { BatchEventName } from './states.ts'
import { batchView } from './views.ts'

/** What the merchant is told of a batch. One without an address is told nothing. */
export const batchEvents = (batch: ToldBatch, event: BatchEventName | null, at: Date): NewEvent[] =>
  event === null || batch.deliveryUrl === null
    ? []
    : [
        {
          merchantId: batch.merchantId,
          id: uuidv7(at.getTime()),
          transactionId: null,
          position: 1,
          payload: JSON.stringify({ event, payoutBatch: batchView(batch) }),
          url: batch.deliveryUrl,
          headerName: batch.webhookUrl === null ? null : batch.webhookHeaderName,
          headerValue: batch.webhookUrl === null ? null : batch.webhookHeaderValue,
          createdAt: at,
        },
      ]
