import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { bytesToUuid } from './uuid.ts'

/** The server's secret, and the previous one as long as what it encrypted and signed is still accepted. */
export type Secret = { current: string; previous: string | null }

/** Encrypts and signs; `previous` decrypts and verifies what was made before the secret was changed. */
export type Key = Buffer & { previous?: Buffer | null }

/** Separate keys for separate purposes, all derived from the server's secret. */
export const deriveKey = ({ current, previous }: Secret, purpose: string): Key =>
  Object.assign(derive(current, purpose), { previous: previous === null ? null : derive(previous, purpose) })

const derive = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'trilho', purpose, 32))

/** Newest first. */
export const keysOf = (key: Key): Buffer[] => (key.previous ? [key, key.previous] : [key])

/** Table, column and row where an encrypted text is stored; `token`: it travels, under a key of its own. */
export type Place = `${string}.${string} ${string}` | 'token'

/**
 * Encrypts a secret that must be read again, so that the database and its backups do not show it. It decrypts only for its
 * place: a person who can write to the database cannot put the secret of one row into another.
 */
export function sealText(key: Key, text: string, place: Place): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function openSealedText(key: Key, sealed: string, place: Place): string {
  if (!key.previous) return openWith(key, sealed, place)
  try {
    return openWith(key, sealed, place)
  } catch {
    return openWith(key.previous, sealed, place)
  }
}

/** The text encrypted with the current key if it was encrypted with the previous one; null if it need not be. */
export const reseal = (key: Key, sealed: string, place: Place): string | null =>
  opens(key, sealed, place) ? null : sealText(key, openSealedText(key, sealed, place), place)

/** Whether this key itself decrypts it, not the previous one. */
function opens(key: Buffer, sealed: string, place: Place): boolean {
  try {
    openWith(key, sealed, place)
    return true
  } catch {
    return false
  }
}

function openWith(key: Buffer, sealed: string, place: Place): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

/**
 * The unguessable part of a public address: transaction and merchant id, encrypted. It needs no column and no index,
 * reveals nothing about the ids, and its 43 characters fit the location of a BR Code. A made-up one decrypts to ids that
 * do not exist.
 *
 * It is AES over two blocks, the id and the merchant's id mixed with it: an id never comes twice, so neither does a
 * block. One cipher lives as long as the process, because making one costs ten times what two blocks cost.
 */
export function idSeal(key: Key): IdSeal {
  const before = key.previous ? idSeal(key.previous) : null
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const blocks = Buffer.alloc(32)
  // A response has several addresses of one thing.
  let last = { ids: '', sealed: '' }

  return {
    seal: (merchantId: string, id: string): string => {
      const ids = id + merchantId
      if (ids === last.ids) return last.sealed
      blocks.write(ids.replaceAll('-', ''), 'hex')
      last = { ids, sealed: cipher.update(mix(blocks)).toString('base64url') }
      return last.sealed
    },
    open: (token: string): { merchantId: string; id: string } | null => {
      const bytes = Buffer.from(token, 'base64url')
      // Base64 decoding accepts several spellings; a URL has only one.
      if (bytes.length !== 32 || bytes.toString('base64url') !== token) return null
      const ids = mix(decipher.update(bytes))
      // Our ids contain their time: if that is implausible under this key, the URL was encrypted with the previous one.
      if (before !== null && !(isOurs(ids.subarray(0, 16)) && isOurs(ids.subarray(16)))) return before.open(token)
      return { id: bytesToUuid(ids.subarray(0, 16)), merchantId: bytesToUuid(ids.subarray(16)) }
    },
  }
}

type IdSeal = {
  seal: (merchantId: string, id: string) => string
  open: (token: string) => { merchantId: string; id: string } | null
}

/** A UUID of version 7 from this century: two random ids look like this once in four thousand million times. */
const isOurs = (id: Buffer): boolean => {
  const ms = id.readUIntBE(0, 6)
  return (
    (id.readUInt8(6) & 0xf0) === 0x70 &&
    (id.readUInt8(8) & 0xc0) === 0x80 &&
    ms > 946_684_800_000 &&
    ms < 4_102_444_800_000
  )
}

/** XORs the second half with the first; doing it twice restores it. */
function mix(ids: Buffer): Buffer {
  for (let i = 0; i < 16; i++) ids[16 + i] = (ids[16 + i] ?? 0) ^ (ids[i] ?? 0)
  return ids
}
