import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { memo } from './memo.ts'
import { bytesToUuid } from './uuid.ts'

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
 * It is AES over two blocks, the id and the merchant's id mixed with it: an id never comes twice, so neither does a
 * block. One cipher lives as long as the process, because making one costs ten times what two blocks cost.
 */
export function idSeal(key: Buffer) {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const blocks = Buffer.alloc(32)

  // A charge's address is asked for twice, for the BR Code and for its picture.
  const sealed = memo((ids: string) => {
    blocks.write(ids.replaceAll('-', ''), 'hex')
    mix(blocks)
    return cipher.update(blocks).toString('base64url')
  })

  return {
    seal: (merchantId: string, id: string): string => sealed(id + merchantId),
    open: (token: string): { merchantId: string; id: string } | null => {
      const bytes = Buffer.from(token, 'base64url')
      // Decoding is lenient; an address has one spelling.
      if (bytes.length !== 32 || bytes.toString('base64url') !== token) return null
      const ids = mix(decipher.update(bytes))
      return { id: bytesToUuid(ids.subarray(0, 16)), merchantId: bytesToUuid(ids.subarray(16)) }
    },
  }
}

/** The second half mixed with the first; twice is as before. */
function mix(ids: Buffer): Buffer {
  for (let i = 0; i < 16; i++) ids[16 + i] = (ids[16 + i] ?? 0) ^ (ids[i] ?? 0)
  return ids
}
