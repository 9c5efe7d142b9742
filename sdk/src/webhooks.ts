import type { WebhookEvent } from './emitted/schemas.ts'
import { WebhookSignatureError } from './errors.ts'

/** Headers as any runtime has them: those of fetch, of Node, or a plain object. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export type VerifyOptions = {
  /** How old a signature may be, or how far ahead by a wrong clock. Default: 300 seconds. */
  toleranceSeconds?: number | undefined
}

/**
 * Checks that a webhook is the platform's (Standard Webhooks, HMAC-SHA256) and returns its event. Take the body
 * as it came, not parsed and written again. While a secret is being replaced give both.
 */
export async function verify(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'))
  checkAge(timestamp, toleranceSeconds)
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  if (!(body instanceof Uint8Array)) throw new TypeError('give the raw body: text or bytes, not what was parsed of it')
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0) throw new TypeError('give the secret of the webhooks')
  for (const one of secrets) if (await isSigned(signed, signatures, one)) return eventOf(id, timestamp, body)
  throw new WebhookSignatureError('the webhook is signed with another secret, or was changed on its way')
}

/** Compared by Web Crypto, in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: Uint8Array<ArrayBuffer>[], secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0) throw new TypeError('not a secret of webhooks: it begins with whsec_')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  return false
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value[0] : value
  if (typeof text !== 'string' || text === '') throw new WebhookSignatureError(`the header ${name} is missing`)
  return text
}

/** `v1,<base64>`, several with spaces between; other versions are not ours. At most ten are looked at. */
const signaturesIn = (header: string) =>
  header
    .split(' ')
    .slice(0, 10)
    .filter(signature => signature.startsWith('v1,'))
    .map(signature => bytesOf(signature.slice('v1,'.length)))
    .filter(bytes => bytes !== null)

function checkAge(timestamp: string, toleranceSeconds: number) {
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? Date.now() / 1000 - Number(timestamp) : Number.NaN
  if (Number.isNaN(ageSeconds)) throw new WebhookSignatureError('the header webhook-timestamp is not a time')
  if (ageSeconds > toleranceSeconds) throw new WebhookSignatureError('the webhook was signed too long ago')
  if (-ageSeconds > toleranceSeconds) throw new WebhookSignatureError('the webhook was signed in the future')
}

function eventOf(id: string, timestamp: string, body: Uint8Array): WebhookEvent {
  const data = JSON.parse(new TextDecoder().decode(body)) as { event?: string; transactionState?: string }
  return { id, type: eventType(data), date: new Date(Number(timestamp) * 1000), data } as WebhookEvent
}

/** The name of an event, as its payload says it: `transactionCompleted`, `paymentRequestApproved`, `testEvent`. */
export function eventType({ event, transactionState }: { event?: string; transactionState?: string }): string {
  if (event === undefined) return `transaction${transactionState ?? ''}`
  return event === 'Test' ? 'testEvent' : event.slice(0, 1).toLowerCase() + event.slice(1)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return null
  }
}

function concat(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + body.length)
  whole.set(head)
  whole.set(body, head.length)
  return whole
}
