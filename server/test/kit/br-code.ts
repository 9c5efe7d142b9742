import { BrCodeError, checksum } from '../../src/platform/brazil/br-code.ts'
import type { Micros } from '../../src/platform/brazil/money.ts'

/** A Pix QR code as a payer's bank reads it. */
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
    txid: txid === undefined || txid === '***' ? null : txid,
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
  Array.from(fields, ([id, value]) => `${id}${String(Array.from(value).length).padStart(2, '0')}${value}`).join('')

/** The first account template that is Pix's; a code may carry other arrangements beside it. */
function pixAccount(fields: Map<string, string>): Map<string, string> | null {
  for (const [id, value] of fields) {
    if (id < '26' || id > '51') continue
    const account = readFields(value)
    if (account.get('00')?.toLowerCase() === 'br.gov.bcb.pix') return account
  }
  return null
}

function readAmount(text: string | undefined): Micros | null {
  if (text === undefined) return null
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{0,6}))?$/.exec(text) ?? []
  if (whole === undefined || text.length > 13) throw new BrCodeError(`The BR Code's amount is "${text}".`)
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
