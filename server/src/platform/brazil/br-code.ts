import { memo } from '../lib/remember.ts'
import { formatAmountShort, type Micros } from './money.ts'

/** The text of a Pix QR code: EMV merchant-presented fields, each an id, a length and a value, closed by a checksum. */
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

const field = (id: string, value: string): string => `${id}${value.length < 10 ? '0' : ''}${value.length}${value}`

/** Banks' readers are at their best with plain ASCII: accents go, and so does what is not printable. */
function plainText(text: string, maxLength: number): string {
  const plain = text.normalize('NFKD').replace(/[^ -~]/g, '')
  return plain.trim().slice(0, maxLength).trimEnd() || UNNAMED
}

const plainName = memo(text => plainText(text, MAX_NAME))
const plainCity = memo(text => plainText(text, MAX_CITY))

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})

/** Where a dynamic code leads to; null: it is none. */
export function readLocation(code: string): string | null {
  const pix = fieldIn(code, '26')
  return pix === null ? null : fieldIn(pix, '25')
}

/** Each field has two digits for its id and two for its length. Null: the text has no such field, or is no list of fields. */
function fieldIn(text: string, id: string): string | null {
  for (let at = 0; at + 4 <= text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    if (!Number.isInteger(length)) return null
    if (text.slice(at, at + 2) === id) return text.slice(at + 4, at + 4 + length)
    at += 4 + length
  }
  return null
}

/** CRC-16/CCITT-FALSE over the UTF-8 bytes. */
export function checksum(text: string): string {
  const bytes = Buffer.from(text)
  let crc = 0xffff
  for (let i = 0; i < bytes.length; i++) crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ (bytes[i] ?? 0)] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
