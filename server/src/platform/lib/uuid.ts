import { randomFillSync } from 'node:crypto'

/** A JSON-schema pattern for UUIDs of any version, in either case. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'

const uuid = new RegExp(UUID_PATTERN)
export const isUuid = (text: string): boolean => uuid.test(text)

/** Sorts before every other id: scans of all ids begin here. */
export const minUuid = '00000000-0000-0000-0000-000000000000'

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

// Asking the system for randomness costs far more than the randomness: fetch it by the page.
const pool = new Uint8Array(4096)
let poolUsed = pool.length

function randomByte(): number {
  if (poolUsed === pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  return pool[poolUsed++] ?? 0
}

/** Twelve bits in `rand_a` and the first six of `rand_b`; starting in the lower half leaves room for 131,072 a millisecond. */
const COUNTER_LIMIT = 1 << 18
const randomStart = () => ((randomByte() << 16) | (randomByte() << 8) | randomByte()) & (COUNTER_LIMIT / 2 - 1)

let lastMs = -1
let timePart = ''
let counter = 0

/** A UUID of version 7 (RFC 9562) with exactly this millisecond, so that a time range is an id range. Increasing. */
export function uuidv7(nowMs: number): string {
  const ms = Math.floor(nowMs)
  if (ms !== lastMs || ++counter === COUNTER_LIMIT) startMillisecond(ms)
  const version = hexOf(0x70 | (counter >> 14)) + hexOf((counter >> 6) & 0xff)
  const variant = hexOf(0x80 | (counter & 0x3f)) + randomHex()
  const node = randomHex() + randomHex() + randomHex() + randomHex() + randomHex() + randomHex()
  return `${timePart}-${version}-${variant}-${node}`
}

function startMillisecond(ms: number): void {
  lastMs = ms
  counter = randomStart()
  const digits = ms.toString(16).padStart(12, '0')
  timePart = `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** The smallest id of a millisecond: ids from then on are equal to it or greater. */
export function firstUuidOf(ms: number): string {
  const digits = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0').slice(-12)
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}

/** The millisecond that an id of version 7 contains. */
export const timeOfUuid = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)

const hexOf = (byte: number): string => hex[byte] ?? ''
const randomHex = (): string => hexOf(randomByte())

export function uuidToBytes(uuid: string): Uint8Array {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (uuid.length !== 36 || bytes.length !== 16) throw new RangeError(`Not a UUID: ${uuid}`)
  return bytes
}

export function bytesToUuid(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError(`A UUID has 16 bytes, not ${bytes.length}`)
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}
