/** The few forms of ASN.1 that certificates and PFX files are made of, in DER. */
const tagged = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf(content: Buffer): Buffer {
  if (content.length < 0x80) return Buffer.from([content.length])
  const bytes = bytesOf(content.length)
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function bytesOf(number: number): Buffer {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

export const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts)
export const setOf = (...parts: Uint8Array[]) => tagged(0x31, ...parts)
export const octets = (...parts: Uint8Array[]) => tagged(0x04, ...parts)
export const utf8 = (text: string) => tagged(0x0c, Buffer.from(text))
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))
/** A context tag with parts inside: `[n] EXPLICIT`. */
export const explicit = (n: number, ...parts: Uint8Array[]) => tagged(0xa0 | n, ...parts)
/** A context tag instead of the own one of a string of bytes: `[n] IMPLICIT`. */
export const implicit = (n: number, bytes: Uint8Array) => tagged(0x80 | n, bytes)
export const bits = (bytes: Uint8Array, unused = 0) => tagged(0x03, Buffer.from([unused]), bytes)

export function integer(value: number | Uint8Array): Buffer {
  const bytes = typeof value === 'number' ? bytesOf(value) : Buffer.from(value)
  // A first bit of one would make it negative.
  return tagged(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(number: number): number[] {
  const digits = [number & 0x7f]
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift((left & 0x7f) | 0x80)
  return digits
}

/** From 2050 on X.509 wants the long form; nothing here lives that long. */
export const utcTime = (date: Date) =>
  tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`))
