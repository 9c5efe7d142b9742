import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { type Authority, pemOfKey } from '../certificates/authority.ts'
import { switchesFor } from '../dialects/switches.ts'
import type { Callback } from '../truth/records.ts'
import type { Truth } from '../truth/truth.ts'
import { sendAfter } from './queue-callbacks.ts'

const patienceMs = 10_000
const mostInOne = 50
const connections = 32
const formType = 'application/x-www-form-urlencoded'

export type Deliverer = {
  deliver: (callbackId: string) => void
  /** Calls an address once; the status, or why there was none. */
  call: (
    url: string,
    body: unknown,
    options?: { headers?: Record<string, string>; withCertificate?: boolean },
  ) => Promise<number | string>
  stop(): Promise<void>
}

/** Sends callbacks with the bank's own certificate. It trusts its own authority, the public ones, and those it is given. */
export function openDeliverer(truth: Truth, { root, caller }: Authority, moreAuthorities: string[]): Deliverer {
  const ca = [root.certificate.toString(), ...moreAuthorities, ...rootCertificates]
  const known = new Agent({ connections, connect: { ca, cert: caller.certificate.toString(), key: pemOfKey(caller) } })
  const anonymous = new Agent({ connect: { ca } })
  const inFlight = new Set<string>()

  const call: Deliverer['call'] = async (url, body, { headers = {}, withCertificate = true } = {}) => {
    const isForm = body instanceof URLSearchParams
    try {
      const { statusCode, body: answer } = await request(url, {
        method: 'POST',
        dispatcher: withCertificate ? known : anonymous,
        headers: { 'content-type': isForm ? formType : 'application/json', ...headers },
        body: isForm ? String(body) : JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      await answer.dump()
      return statusCode
    } catch (error) {
      return error instanceof Error ? error.message : 'failed'
    }
  }

  const deliverTogether = async (together: Callback[]) => {
    // No callback for what a crash could still undo.
    await truth.book.settled()
    const [first] = together
    if (!first) return
    const outcome = await call(first.url, bodyOf(together), { headers: first.headers })
    truth.book.change(() => {
      for (const { id } of together) record(truth, id, outcome)
    })
  }

  return {
    call,
    deliver(callbackId) {
      if (inFlight.has(callbackId)) return
      const together = companions(truth, callbackId).filter(({ id }) => !inFlight.has(id))
      for (const { id } of together) inFlight.add(id)
      void deliverTogether(together).finally(() => {
        for (const { id } of together) inFlight.delete(id)
      })
    },
    async stop() {
      await Promise.all([known.destroy(), anonymous.destroy()])
    },
  }
}

/** The callback, and where the bank sends them in batches those that wait for the same address. */
function companions({ book, now }: Truth, callbackId: string): Callback[] {
  const callback = book.get('callbacks', callbackId)
  const partner = callback && book.get('partners', callback.partner)
  if (!callback || callback.state !== 'due') return []
  if (!partner || callback.shape !== 'pix' || !switchesFor(partner).batchCallbacks) return [callback]
  return [...book.all('due').values()]
    .filter(({ what, at }) => what === 'callback' && Date.parse(at) <= now().getTime())
    .flatMap(({ reference }) => book.get('callbacks', reference) ?? [])
    .filter(({ url }) => url === callback.url)
    .slice(0, mostInOne)
}

function bodyOf(together: Callback[]): unknown {
  const items = together.flatMap(({ items }) => items)
  const shape = together[0]?.shape
  if (shape === 'form') return new URLSearchParams(items[0] as Record<string, string>)
  return shape === 'pix' ? { pix: items } : shape === 'array' ? items : items[0]
}

function record(truth: Truth, id: string, outcome: number | string): void {
  const callback = truth.book.get('callbacks', id)
  if (!callback) return
  const attempts = [...callback.attempts, { at: truth.now().toISOString(), outcome: String(outcome) }]
  truth.book.remove('due', `callback ${id}`)
  const isAccepted = typeof outcome === 'number' && outcome >= 200 && outcome < 300
  const waitSeconds = truth.settings().callbackRetrySeconds[attempts.length - 1]
  if (!isAccepted && waitSeconds !== undefined) return sendAfter(truth, { ...callback, attempts }, waitSeconds * 1000)
  truth.book.put('callbacks', id, { ...callback, attempts, nextAt: null, state: isAccepted ? 'delivered' : 'given up' })
}
