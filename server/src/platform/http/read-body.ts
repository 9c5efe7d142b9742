import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { InvalidRequest } from './errors.ts'
import type { Place } from './say-problems.ts'

type Sent = { headers: IncomingHttpHeaders }
type Parsed = (error: Error | null, value?: unknown) => void

/** For what no schema can say. */
export const invalid = (code: string, message: string, place: Place = 'body') =>
  new InvalidRequest([{ path: '', code, message, info: {} }], place)

/** Keys that would reach an object's prototype are dropped like every unknown field. */
export function readJson(request: Sent, body: string | Buffer, parsed: Parsed) {
  if (body.length === 0) return parsed(null, undefined)
  const text = textOf(request, body as Buffer)
  if (text === null) return parsed(notUtf8)
  try {
    const value: unknown = text.includes('__proto__')
      ? JSON.parse(text, (key, item) => (key === '__proto__' ? undefined : item))
      : JSON.parse(text)
    parsed(null, value)
  } catch (error) {
    parsed(invalid('json', `must be JSON: ${(error as Error).message.replace(/"[^]*"/, '…').slice(0, 100)}`))
  }
}

/** What the forms of pages send, and OAuth's clients. */
export function readForm(request: Sent, body: string | Buffer, parsed: Parsed) {
  const text = textOf(request, body as Buffer)
  if (text === null || !isDecodable(text)) return parsed(notUtf8)
  parsed(null, Object.fromEntries(new URLSearchParams(text)))
}

/** Any other type is refused, unless nothing was sent at all. */
export function refuseBody({ headers }: Sent, body: string | Buffer, parsed: Parsed) {
  if (body.length === 0) return parsed(null, undefined)
  const isGiven = headers['content-type'] !== undefined
  const words = `content-type ${isGiven ? '' : 'is missing: it '}must be application/json, with a body in JSON`
  parsed(invalid('contentType', words, 'headers'))
}

/** Whether percent signs stand for UTF-8, so that no two different texts are read as one. Lone ones stay as they are. */
export const isDecodable = (text: string): boolean =>
  !text.includes('%') ||
  (text.match(/(?:%[\da-f]{2})+/gi) ?? []).every(bytes => isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')))

const notUtf8 = invalid('charset', 'must be UTF-8, without another charset in content-type')

/** Null: not UTF-8, or said not to be. Other charsets would be read as something else than was meant. */
function textOf({ headers }: Sent, body: Buffer): string | null {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  return /^(?:utf-?8|us-ascii)$/i.test(charset) && isUtf8(body) ? body.toString('utf8') : null
}
