import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { wrongUsage } from '../command-line/failure.ts'
import { plain } from '../terminal/words.ts'

/** What the receiver on this machine said, with how its answer begins; or why there was none. */
export type Forwarded = { status: number | null; answer: string; error: string | null; durationMs: number }

const timeoutMs = 30_000
const shownCharacters = 300

/** Posts an event as it would have been delivered: the same bytes, headers and signature, and no others. Never throws. */
export function forward(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<Forwarded> {
  const startedMs = performance.now()
  const patience = AbortSignal.timeout(timeoutMs)
  return new Promise(resolve => {
    let status: number | null = null
    let answer = ''
    const end = (error: string | null) =>
      resolve({ status, answer: plain(answer), error, durationMs: Math.round(performance.now() - startedMs) })
    const send = address.startsWith('https:') ? requestHttps : requestHttp
    const request = send(
      address,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.any([signal, patience]),
      },
      response => {
        status = response.statusCode ?? null
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (answer = (answer + piece).slice(0, shownCharacters)))
        response.on('end', () => end(null))
        // The status decides, also of an answer that breaks off.
        response.on('error', () => end(null))
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) => end(patience.aborted ? overdue : wordsFor(error)))
    request.end(body)
  })
}

const overdue = `no answer within ${timeoutMs / 1_000} s`

const wordsFor = ({ code, message }: NodeJS.ErrnoException) =>
  code === 'ECONNREFUSED' ? 'nobody listens there' : message || String(code)

export const isAccepted = ({ status }: Forwarded) => status !== null && status >= 200 && status < 300

/** `4000` is a port of this machine, `localhost:4000/hook` needs no scheme. */
export function readForwardAddress(typed: string): string {
  const address = /^\d+$/.test(typed)
    ? `http://localhost:${typed}/`
    : /^https?:\/\//.test(typed)
      ? typed
      : `http://${typed}`
  if (!URL.canParse(address)) throw wrongUsage(`"${typed}" is no address.`, 'Write it like http://localhost:4000/hook')
  return address
}
