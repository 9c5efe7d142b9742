import { wrongUsage } from '../command-line/failure.ts'

/** What the laptop's receiver said, or why there was no answer. */
export type Forwarded = { status: number | null; error: string | null; durationMs: number }

const timeoutMs = 30_000

/** As long as a real delivery is answered by its headers; the body's length and the connection are this machine's. */
const notForwarded = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

/** Posts an event as it would have been delivered: the same bytes, headers and signature. Never throws. */
export async function forward(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<Forwarded> {
  const startedMs = performance.now()
  const end = (status: number | null, error: string | null) => ({
    status,
    error,
    durationMs: Math.round(performance.now() - startedMs),
  })
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.has(name.toLowerCase()))),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await answer.body?.cancel()
    return end(answer.status, null)
  } catch (error) {
    return end(null, wordsFor(error))
  }
}

function wordsFor(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`
  if (cause?.code === 'ECONNREFUSED') return 'nobody listens there'
  return cause?.code ?? cause?.message ?? message
}

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
