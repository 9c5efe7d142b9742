import { memo } from '../lib/remember.ts'
import { formatAmountShort, type Micros } from './money.ts'

/** The text of a Pix QR code: EMV merchant-presented fields, each an id, a length and a value, closed by a checksum. */
export interface BrCode {
  /** The top-level fields in their order; templates unopened. */
  fields: Map<string, string>
  /** Where a dynamic code's charge is to be read, without `https://`. */
  location: string | null
  /** The Pix key of a static code. */
  key: string | null
  amount: Micros | null
  merchantName: string | null
  merchantCity: string | null
  /** Null for `***` as well, with which a code says that it has none. */
  txid: string | null
}

export interface DynamicCharge {
  location: string
  amount: Micros | null
  merchantName: string
  merchantCity: string
}

export interface StaticCode {
  key: string
  txid: string
  amount: Micros | null
  merchantName: string
  merchantCity: string
}

/** Its message is shown to the person who typed or pasted the code. */
export class BrCodeError extends Error {
  override name = 'BrCodeError'
}

const PIX = 'br.gov.bcb.pix'
const NO_TXID = '***'
const CHECKSUM_START = '6304'
const MAX_LOCATION = 77
const MAX_TXID = 25
const MAX_AMOUNT = 13
const CENT = 10_000n
const MAX_NAME = 25
const MAX_CITY = 15

/** A code must name a merchant and a city, even when nothing of the real ones is left in plain ASCII. */
const UNNAMED = 'NAO INFORMADO'

export function encodeDynamicBrCode(charge: DynamicCharge): string {
  const location = charge.location.replace(/^https?:\/\//, '')
  if (!/^[!-~]+$/.test(location) || location.length > MAX_LOCATION) {
    throw new BrCodeError(`A BR Code's location has 1 to ${MAX_LOCATION} plain characters; "${location}" does not.`)
  }
  // Readers take at most two decimals and 13 characters; any other amount is read at the location, which outranks the field.
  const amount = charge.amount === null || charge.amount % CENT !== 0n ? '' : formatAmountShort(charge.amount)
  const body =
    field('00', '01') +
    field('01', '12') +
    field('26', field('00', PIX) + field('25', location)) +
    field('52', '0000') +
    field('53', '986') +
    (amount !== '' && amount.length <= MAX_AMOUNT ? field('54', amount) : '') +
    field('58', 'BR') +
    field('59', plainName(charge.merchantName)) +
    field('60', plainCity(charge.merchantCity)) +
    field('62', field('05', NO_TXID)) +
    CHECKSUM_START
  return body + checksum(body)
}

/** One code for many payments, each of which carries its `txid`. */
export function encodeStaticBrCode(code: StaticCode): string {
  const { key, txid, amount, merchantName, merchantCity } = code
  if (!/^[!-~]{1,77}$/.test(key))
    throw new BrCodeError(`A BR Code's key has 1 to 77 plain characters; "${key}" does not.`)
  if (!/^[A-Za-z0-9]+$/.test(txid) || txid.length > MAX_TXID)
    throw new BrCodeError(`A static BR Code's txid has 1 to ${MAX_TXID} letters and digits; "${txid}" does not.`)
  const price = amount === null ? '' : formatAmountShort(amount)
  if (price.length > MAX_AMOUNT || (amount !== null && amount % CENT !== 0n))
    throw new BrCodeError(`A BR Code's amount has whole cents and up to ${MAX_AMOUNT} characters; ${price} does not.`)
  const body =
    field('00', '01') +
    field('26', field('00', PIX) + field('01', key)) +
    field('52', '0000') +
    field('53', '986') +
    (price === '' ? '' : field('54', price)) +
    field('58', 'BR') +
    field('59', plainName(merchantName)) +
    field('60', plainCity(merchantCity)) +
    field('62', field('05', txid)) +
    CHECKSUM_START
  return body + checksum(body)
}

export function parseBrCode(code: string): BrCode {
  const fields = readFields(code)
  if (fields.get('00') !== '01') throw new BrCodeError('A BR Code begins with 000201; this text does not.')
  verifyChecksum(code, fields)
  const account = pixAccount(fields)
  const txid = readFields(fields.get('62') ?? '').get('05')
  return {
    fields,
    location: account?.get('25') ?? null,
    key: account?.get('01') ?? null,
    amount: readAmount(fields.get('54')),
    merchantName: fields.get('59') ?? null,
    merchantCity: fields.get('60') ?? null,
    txid: txid === undefined || txid === NO_TXID ? null : txid,
  }
}

/** Reads fields, of a whole code or of a template's inside. Lengths count characters, not bytes. */
export function readFields(text: string): Map<string, string> {
  const characters = Array.from(text)
  const fields = new Map<string, string>()
  for (let at = 0; at < characters.length; ) {
    const head = characters.slice(at, at + 4).join('')
    if (!/^\d{4}$/.test(head)) throw new BrCodeError(`The BR Code has no field at character ${at + 1}: "${head}".`)
    const id = head.slice(0, 2)
    const length = Number(head.slice(2))
    const value = characters.slice(at + 4, at + 4 + length)
    if (value.length < length) {
      throw new BrCodeError(`Field ${id} of the BR Code announces ${length} characters, but ${value.length} are left.`)
    }
    if (fields.has(id)) throw new BrCodeError(`The BR Code has field ${id} twice.`)
    fields.set(id, value.join(''))
    at += 4 + length
  }
  return fields
}

/** The inverse of `readFields`. */
export const writeFields = (fields: Map<string, string>): string =>
  Array.from(fields, ([id, value]) => field(id, value, Array.from(value).length)).join('')

/** Text beyond ASCII needs its length counted; the text we write ourselves has none. */
const field = (id: string, value: string, length = value.length): string =>
  `${id}${length < 10 ? '0' : ''}${length}${value}`

/** Banks' readers are at their best with plain ASCII: accents go, and so does what is not printable. */
function plainText(text: string, maxLength: number): string {
  const plain = text.normalize('NFKD').replace(/[^ -~]/g, '')
  return plain.trim().slice(0, maxLength).trimEnd() || UNNAMED
}

const plainName = memo(text => plainText(text, MAX_NAME))
const plainCity = memo(text => plainText(text, MAX_CITY))

/** The first account template that is Pix's; a code may carry other arrangements beside it. */
function pixAccount(fields: Map<string, string>): Map<string, string> | null {
  for (const [id, value] of fields) {
    if (id < '26' || id > '51') continue
    const account = readFields(value)
    if (account.get('00')?.toLowerCase() === PIX) return account
  }
  return null
}

function readAmount(text: string | undefined): Micros | null {
  if (text === undefined) return null
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{0,6}))?$/.exec(text) ?? []
  if (whole === undefined || text.length > MAX_AMOUNT) throw new BrCodeError(`The BR Code's amount is "${text}".`)
  return BigInt(whole + fraction.padEnd(6, '0'))
}

function verifyChecksum(code: string, fields: Map<string, string>): void {
  const [id, found] = Array.from(fields).at(-1) ?? []
  if (id !== '63' || found?.length !== 4) throw new BrCodeError('The BR Code does not end with its checksum.')
  const expected = checksum(code.slice(0, -4))
  if (found.toUpperCase() !== expected) {
    throw new BrCodeError(`The BR Code was altered: its checksum says ${found} where ${expected} is due.`)
  }
}

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})

/** CRC-16/CCITT-FALSE over the UTF-8 bytes. */
function checksum(text: string): string {
  const bytes = Buffer.from(text)
  let crc = 0xffff
  for (let i = 0; i < bytes.length; i++) crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ (bytes[i] ?? 0)] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
