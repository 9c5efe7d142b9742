import { Webhook } from 'standardwebhooks'
import { remember } from '../lib/remember.ts'
import { openSealedText } from '../lib/seal.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import type { WebhookEvent } from './enqueue-events.ts'

/** Signs by Standard Webhooks with the merchant's secret. The id is the event's, the same on every attempt. */
export function webhookSigner(needs: { readMerchant: ReadMerchant; storageKey: Buffer }) {
  const signerOf = remember(
    async merchantId =>
      new Webhook(openSealedText(needs.storageKey, (await needs.readMerchant(merchantId)).webhookSecret)),
    { forMs: 3_000 },
  )
  return async (event: WebhookEvent, at: Date): Promise<Record<string, string>> => ({
    'webhook-id': event.id,
    'webhook-timestamp': Math.floor(at.getTime() / 1000).toString(),
    'webhook-signature': (await signerOf(event.merchantId)).sign(event.id, at, event.payload),
  })
}

export type SignWebhook = ReturnType<typeof webhookSigner>
