import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { bytesToUuid, uuidToBytes } from './uuid.ts'

/** Keys for separate purposes, all from the one server secret. */
export const deriveKey = (serverSecret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serverSecret, 'trilho', purpose, 32))

/** Keeps a secret that must be read again (a webhook secret signs) unreadable in the database and its backups. */
export function sealText(key: Buffer, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function openSealedText(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/**
 * The unguessable part of a public address: transaction and merchant id, encrypted. It needs no column and no index,
 * tells nothing of the ids, and its 43 characters fit the location of a BR Code. A made-up one decrypts to ids that
 * do not exist.
 *
 * It is AES in CBC without an IV (an id never comes twice), chained by hand over one cipher that lives as long as the
 * process: making a cipher costs ten times what two blocks cost.
 */
export function idSeal(key: Buffer) {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)

  return {
    seal: (merchantId: string, id: string): string => {
      const first = cipher.update(uuidToBytes(id))
      const second = cipher.update(xor(uuidToBytes(merchantId), first))
      return Buffer.concat([first, second]).toString('base64url')
    },
    open: (token: string): { merchantId: string; id: string } | null => {
      const bytes = Buffer.from(token, 'base64url')
      // Decoding is lenient; an address has one spelling.
      if (bytes.length !== 32 || bytes.toString('base64url') !== token) return null
      const [first, second] = [bytes.subarray(0, 16), bytes.subarray(16)]
      return { id: bytesToUuid(decipher.update(first)), merchantId: bytesToUuid(xor(decipher.update(second), first)) }
    },
  }
}

const xor = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)))
