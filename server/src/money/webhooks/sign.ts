import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'
import { openSealedText } from '../../platform/lib/seal.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { NewEvent } from './event.ts'

type Secret = { key: KeyObject; validUntilMs: number }

/**
 * Signs by Standard Webhooks with the merchant's secret and, for a time after a rotation, also with the previous one,
 * so that the receiver can switch when it likes. The id is the event's, the same in every attempt.
 */
export function webhookSigner(needs: { readMerchant: ReadMerchant; storageKey: Buffer }) {
  const keyOf = (sealed: string) =>
    createSecretKey(openSealedText(needs.storageKey, sealed).replace(/^whsec_/, ''), 'base64')

  // Cached with the merchant's settings: a new secret signs as soon as it is known.
  const known = new WeakMap<Merchant, Secret[]>()
  function secretsOf(merchant: Merchant): Secret[] {
    const { webhookSecret, webhookPreviousSecret, webhookPreviousSecretUntil } = merchant
    const secrets = known.get(merchant) ?? [{ key: keyOf(webhookSecret), validUntilMs: Number.POSITIVE_INFINITY }]
    if (known.has(merchant)) return secrets
    if (webhookPreviousSecret !== null && webhookPreviousSecretUntil !== null)
      secrets.push({ key: keyOf(webhookPreviousSecret), validUntilMs: webhookPreviousSecretUntil.getTime() })
    known.set(merchant, secrets)
    return secrets
  }

  return async (event: Pick<NewEvent, 'merchantId' | 'id' | 'payload'>, at: Date): Promise<Record<string, string>> => {
    const timestamp = Math.floor(at.getTime() / 1000).toString()
    const signed = `${event.id}.${timestamp}.${event.payload}`
    const valid = secretsOf(await needs.readMerchant(event.merchantId)).filter(
      secret => at.getTime() < secret.validUntilMs,
    )
    return {
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': valid
        .map(({ key }) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
        .join(' '),
    }
  }
}

export type SignWebhook = ReturnType<typeof webhookSigner>

/** The headers of a webhook call. The event stream shows the same. */
export const deliveryHeaders = (
  { headerName, headerValue }: Pick<NewEvent, 'headerName' | 'headerValue'>,
  signature: Record<string, string>,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Trilho-Webhooks/1',
  ...(headerName === null ? {} : { [headerName]: headerValue ?? '' }),
  ...signature,
})
