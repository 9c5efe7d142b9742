import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { bytesToUuid, uuidToBytes } from '../../platform/lib/uuid.ts'

/** An access key contains the ids of merchant and key, so that the look-up is limited to the merchant. */
export const spellAccessKey = (merchantId: string, id: string): string =>
  `ak_${Buffer.concat([uuidToBytes(merchantId), uuidToBytes(id)]).toString('base64url')}`

export function readAccessKey(accessKey: string): { merchantId: string; id: string } | null {
  const bytes = /^ak_[\w-]{43}$/.test(accessKey) ? Buffer.from(accessKey.slice(3), 'base64url') : null
  return bytes && { merchantId: bytesToUuid(bytes.subarray(0, 16)), id: bytesToUuid(bytes.subarray(16, 32)) }
}

export const makeSecret = (): string => `sk_${randomBytes(32).toString('base64url')}`

/** Secrets are 256 random bits, which cannot be guessed: a fast hash is safe, and log-in stays cheap. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

export const isSecret = (secret: string, secretHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash))
