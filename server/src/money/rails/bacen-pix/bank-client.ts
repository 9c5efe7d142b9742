import { type Dispatcher, request } from 'undici'
import { isDefect } from '../../../platform/db/defects.ts'
import { observeBankCall } from '../../../platform/lib/metrics.ts'
import { circuitBreaker } from '../../../platform/limits/circuit.ts'
import { type Answer, type Ask, type Bank, BankAway, callMs } from './bank.ts'
import { agentsOf, isCertificateFault, isHangUp } from './certificates.ts'
import type { Dialect } from './dialect.ts'
import { jsonOf } from './reading.ts'
import type { BankSettings } from './settings.ts'
import { tokenKeeper } from './token.ts'

const mostReads = 3
const longestPauseMs = 1_000
const cooldowns = { firstCooldownMs: 2_000, longestCooldownMs: 30_000 }

/** Calls one bank: with its certificate and a token on every call, no longer than it may take, and not while it is away. */
export function bankClient(name: string, settings: BankSettings, dialect: Dialect): Bank {
  const agents = agentsOf(settings, callMs)
  let inUse = agents[0]
  const circuit = circuitBreaker<unknown>({ now: () => performance.now(), ...cooldowns })
  let probes = 0
  const token = tokenKeeper(ask => send({ operation: 'token', method: 'POST', ...ask }), settings, dialect)

  /**
   * One call, which ends in time whatever the bank does. Reads are tried again, with a pause that differs; what changes
   * something never is: the caller reads it.
   */
  async function call(asked: Ask): Promise<Answer> {
    const signal = AbortSignal.any([AbortSignal.timeout(callMs), ...(asked.signal === undefined ? [] : [asked.signal])])
    const ask = { ...asked, signal }
    for (let read = 1; ; read++) {
      try {
        return await callOnce(ask)
      } catch (error) {
        if (ask.method !== 'GET' || ask.isOptional === true || read >= mostReads || circuit.isOpen() || signal.aborted)
          throw error
        await new Promise(resolve => setTimeout(resolve, longestPauseMs * Math.random() * (read / mostReads)))
      }
    }
  }

  async function callOnce(ask: Ask & { signal: AbortSignal }): Promise<Answer> {
    const headers = { ...dialect.headers(settings.clientId), ...ask.headers }
    const answer = await send({
      ...ask,
      headers: { ...headers, authorization: await unlessAborted(token.read(), ask.signal) },
    })
    if (answer.status !== 401) return answer
    return send({ ...ask, headers: { ...headers, authorization: await unlessAborted(token.renew(), ask.signal) } })
  }

  async function send(ask: Ask & { text?: string }): Promise<Answer> {
    if (!circuit.allows(probes)) throw new BankAway('it has not answered for a while', circuit.waitSeconds())
    const isProbe = circuit.isOpen()
    if (isProbe) probes++
    const startedMs = performance.now()
    const observe = (outcome: string) =>
      observeBankCall({ bank: name, operation: ask.operation, outcome }, (performance.now() - startedMs) / 1000)
    try {
      const { status, text, retryAfter } = await overTheLine(ask)
      if (status === 429 || status >= 500) throw new BankAway(`HTTP ${status}`, retryAfter)
      circuit.succeeded()
      observe(String(status))
      return { status, body: jsonOf(text) }
    } catch (error) {
      if (ask.isOptional !== true) circuit.failed(error, isProbe)
      observe(error instanceof BankAway ? error.message.replace(/.*: /, '') : 'no answer')
      const isOurs = error instanceof BankAway || (isDefect(error) && !isCertificateFault(error))
      throw isOurs ? error : new BankAway(reasonOf(error))
    } finally {
      if (isProbe) probes--
    }
  }

  /**
   * With the certificate that was answered last, and with the next one where the bank refuses it: during a renewal either may
   * be the right one. Some banks refuse by hanging up, which says nothing of what was asked: only what changes nothing is then
   * asked again.
   */
  async function overTheLine(ask: Ask & { text?: string }) {
    const changesNothing = ask.method === 'GET' || ask.operation === 'token'
    const others = agents.filter(agent => agent !== inUse)
    for (const [tried, agent] of [inUse, ...others].entries())
      try {
        const answer = await exchange(ask, agent)
        inUse = agent
        return answer
      } catch (error) {
        const isRefused = isCertificateFault(error) || (changesNothing && isHangUp(error))
        if (!isRefused || tried === others.length) throw error
      }
    throw new Error('no certificate')
  }

  return {
    settings,
    call,
    isUp: () => !circuit.isOpen(),
    close: () => Promise.all(agents.map(agent => agent.destroy())),
  }
}

/** A token is for all callers: a caller whose time is over stops waiting for it, and the request goes on. */
function unlessAborted<Result>(awaited: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new BankAway(reasonOf(signal.reason)))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([awaited, promise]).finally(() => signal.removeEventListener('abort', stop))
}

async function exchange({ method, url, body, text, headers, signal }: Ask & { text?: string }, dispatcher: Dispatcher) {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await request(url, {
    dispatcher,
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
    signal: AbortSignal.any([AbortSignal.timeout(callMs), ...(signal === undefined ? [] : [signal])]),
  })
  const retryAfter = Number(answer.headers['retry-after'])
  return {
    status: answer.statusCode,
    text: await answer.body.text(),
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? Math.min(retryAfter, 3600) : 5,
  }
}

/** Node's code, or what the fault is called: a time-out has a number for a code, which says nothing. */
const reasonOf = (error: unknown): string => {
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string }
  return (typeof code === 'string' ? code : (name ?? message ?? 'unknown')).slice(0, 100)
}
