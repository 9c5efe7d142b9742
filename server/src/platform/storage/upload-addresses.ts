import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Secret, deriveKey, idSeal, keysOf } from '../lib/seal.ts'
import type { StoredId } from './storage.ts'

type Given = { serverSecret: Secret; publicUrl: () => string; clock: () => Date }
type SignedPart = { date?: string | undefined; expires?: string | undefined; signature?: string | undefined }

/** URLs that accept one upload each. The URL is the only permission needed, until it expires. */
export function uploadAddresses({ serverSecret, publicUrl, clock }: Given) {
  const ids = idSeal(deriveKey(serverSecret, 'upload address'))
  const keys = keysOf(deriveKey(serverSecret, 'upload signature'))
  /** Verifies with the present key first, then with the previous one. */
  const signatures = (token: string, date: string, expires: string) =>
    keys.map(key => createHmac('sha256', key).update(`PUT ${token} ${date} ${expires}`).digest('base64url'))

  return {
    make: ({ merchantId, id }: StoredId, seconds: number): string => {
      const token = ids.seal(merchantId, id)
      const [date, expires] = [Math.floor(clock().getTime() / 1000).toString(), seconds.toString()]
      const [signature = ''] = signatures(token, date, expires)
      return `${publicUrl()}/uploads/${token}?${new URLSearchParams({ date, expires, signature })}`
    },

    /** What the URL is for; null if it was altered or has expired. */
    open: (token: string, { date = '', expires = '', signature = '' }: SignedPart): StoredId | null => {
      const given = Buffer.from(signature)
      const isRight = signatures(token, date, expires)
        .map(right => Buffer.from(right))
        .some(right => given.length === right.length && timingSafeEqual(given, right))
      if (!isRight) return null
      const isOver = clock().getTime() >= (Number(date) + Number(expires)) * 1000
      return isOver ? null : ids.open(token)
    },
  }
}

export type UploadAddresses = ReturnType<typeof uploadAddresses>
