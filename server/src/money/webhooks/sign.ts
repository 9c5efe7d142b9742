import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'
import { openSealedText } from '../../platform/lib/seal.ts'
import { placeOfWebhookSecret } from '../../tenancy/merchants/create-merchant.ts'
import type { Merchant, ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { NewEvent } from './event.ts'

/** A secret of the form `whsec_…` as the key of signatures. */
export const keyOfSecret = (secret: string): KeyObject => createSecretKey(secret.replace(/^whsec_/, ''), 'base64')

/** The headers of Standard Webhooks, signed with each key. */
export function signatureOf(keys: KeyObject[], { id, payload }: Pick<NewEvent, 'id' | 'payload'>, at: Date) {
  const timestamp = Math.floor(at.getTime() / 1000).toString()
  const signed = `${id}.${timestamp}.${payload}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map(key => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  }
}

type Secret = { key: KeyObject; validUntilMs: number }

/** Signs by Standard Webhooks with the merchant's secret and, for a time after a rotation, also the previous one. */
export function webhookSigner(needs: { readMerchant: ReadMerchant; storageKey: Buffer }) {
  const keyOf = ({ id }: Merchant, sealed: string) =>
    keyOfSecret(openSealedText(needs.storageKey, sealed, placeOfWebhookSecret(id)))

  // Cached with the merchant's settings: a new secret signs as soon as it is known.
  const known = new WeakMap<Merchant, Secret[]>()
  function secretsOf(merchant: Merchant): Secret[] {
    const { webhookSecret, webhookPreviousSecret, webhookPreviousSecretUntil } = merchant
    const secrets = known.get(merchant) ?? [
      { key: keyOf(merchant, webhookSecret), validUntilMs: Number.POSITIVE_INFINITY },
    ]
    if (known.has(merchant)) return secrets
    if (webhookPreviousSecret !== null && webhookPreviousSecretUntil !== null)
      secrets.push({ key: keyOf(merchant, webhookPreviousSecret), validUntilMs: webhookPreviousSecretUntil.getTime() })
    known.set(merchant, secrets)
    return secrets
  }

  return async (event: Pick<NewEvent, 'merchantId' | 'id' | 'payload'>, at: Date): Promise<Record<string, string>> => {
    const valid = secretsOf(await needs.readMerchant(event.merchantId)).filter(
      secret => at.getTime() < secret.validUntilMs,
    )
    return signatureOf(
      valid.map(({ key }) => key),
      event,
      at,
    )
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
