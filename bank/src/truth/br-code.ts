/** CRC-16/CCITT-FALSE over UTF-8. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** Names on a code are short and of plain letters. */
const plain = (text: string, length: number) =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, length)

/** `amount`: none where it depends on the day. */
type CodeParts = { location: string; amount?: string; name: string; city: string }

/** The copy-and-paste code of a charge: it leads to the payload at its location. */
export function brCode({ location, amount, name, city }: CodeParts): string {
  const body = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    ...(amount === undefined ? [] : [field('54', amount)]),
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return body + checksum(body)
}

export type ReadCode = { location?: string; key?: string; amount?: string; txid?: string; name?: string }

/** The content of a code; null if it is damaged or not a code. */
export function readBrCode(code: string): ReadCode | null {
  const text = code.trim()
  if (!/6304[0-9A-Fa-f]{4}$/.test(text) || checksum(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return null
  const fields = readFields(text)
  const account = readFields(fields?.get('26') ?? '')
  if (!fields || account?.get('00')?.toLowerCase() !== 'br.gov.bcb.pix') return null
  const txid = readFields(fields.get('62') ?? '')?.get('05')
  return present({
    location: account.get('25'),
    key: account.get('01'),
    amount: fields.get('54'),
    txid: txid === '***' ? undefined : txid,
    name: fields.get('59'),
  })
}

function readFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    if (!Number.isInteger(length) || at + 4 + length > text.length) return null
    fields.set(text.slice(at, at + 2), text.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

const present = (parts: { [Part in keyof ReadCode]: string | undefined }): ReadCode =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
