import { type Dispatcher, request } from 'undici'
import { isDefect } from '../../../platform/db/defects.ts'
import { observeBankCall } from '../../../platform/lib/metrics.ts'
import { type Answer, type Ask, type Bank, BankAway, BankLimited, callMs } from './bank.ts'
import { type BankWatch, callLimits } from './call-limits.ts'
import { callFormOf, filledIn } from './call-form.ts'
import { type Limits, kindOf } from './call-kinds.ts'
import { agentsOf, isCertificateFault, isHangUp } from './certificates.ts'
import type { Dialect } from './dialect.ts'
import { jsonOf } from './reading.ts'
import type { BankSettings } from './settings.ts'
import { tokenKeeper } from './token.ts'

const mostReads = 3
const longestPauseMs = 1_000

/** Calls one bank: with its certificate and a token on every call, no longer than it may take, and not while it is away. */
export function bankClient(name: string, settings: BankSettings, dialect: Dialect, watch: BankWatch = {}): Bank {
  const agents = agentsOf(settings, callMs)
  const form = callFormOf(dialect.calls, settings)
  let inUse = agents[0]
  let clockDriftMs: number | null = null
  const limits = callLimits(name, limitsOf(settings, dialect), watch)
  const token = tokenKeeper(askToken, settings, dialect, watch.shareToken)

  async function askToken(ask: Pick<Ask, 'url' | 'headers'> & { text: string }): Promise<Answer> {
    await limits.awaitTurn({ operation: 'token' })
    return send({ operation: 'token', method: 'POST', ...ask })
  }

  /**
   * One call, which ends in time whatever the bank does. Reads are tried again, with a pause that differs; what changes
   * something never is: the caller reads it.
   */
  async function call(asked: Ask): Promise<Answer> {
    await limits.awaitTurn(asked)
    const signal = AbortSignal.any([AbortSignal.timeout(callMs), ...(asked.signal === undefined ? [] : [asked.signal])])
    const ask = { ...asked, signal }
    for (let read = 1; ; read++) {
      try {
        const answer = await callOnce(ask)
        if (answer.status !== 401) ask.noteSent?.()
        return answer
      } catch (error) {
        if (!(error instanceof BankAway) || error.isSent) ask.noteSent?.()
        const mayRepeat = ask.method === 'GET' && ask.isOptional !== true && !(error instanceof BankLimited)
        if (!mayRepeat || read >= mostReads || limits.isClosedFor(ask.operation) || signal.aborted) throw error
        await new Promise(resolve => setTimeout(resolve, longestPauseMs * Math.random() * (read / mostReads)))
        await limits.awaitTurn(ask)
      }
    }
  }

  async function callOnce(asked: Ask & { signal: AbortSignal }): Promise<Answer> {
    if (asked.isPublic === true) return send(asked)
    const headers = { ...filledIn(form.headers, settings), ...asked.headers }
    const ask = { ...asked, url: withQuery(asked.url, filledIn(form.query, settings)) }
    const authorization = await unlessAborted(token.read(), ask.signal).catch(unsent)
    const answer = await send({ ...ask, headers: { ...headers, authorization } })
    if (answer.status !== 401) return answer
    const kind = kindOf[ask.operation]
    const renewed = await unlessAborted(token.renew(authorization, kind), ask.signal).catch(unsent)
    if (renewed === null) return answer
    const again = await send({ ...ask, headers: { ...headers, authorization: renewed } })
    if (again.status === 401) token.noteInVain(kind)
    return again
  }

  async function send(ask: Ask & { text?: string }): Promise<Answer> {
    const turn = limits.begin(ask.operation)
    if (!turn.isAllowed) throw new BankAway('it has not answered for a while', turn.waitSeconds, false)
    const startedMs = performance.now()
    const observe = (outcome: string) =>
      observeBankCall({ bank: name, operation: ask.operation, outcome }, (performance.now() - startedMs) / 1000)
    try {
      const { status, text, retryAfter, dateMs } = await overTheLine(ask)
      if (watch.clock !== undefined && !Number.isNaN(dateMs)) clockDriftMs = dateMs - watch.clock().getTime()
      if (status >= 500) throw new BankAway(`HTTP ${status}`, retryAfter)
      turn.answered()
      observe(String(status))
      if (status === 429) throw await limits.keepLimit(ask.operation, retryAfter)
      return { status, body: jsonOf(text), text }
    } catch (error) {
      if (error instanceof BankLimited) throw error
      if (ask.isOptional !== true) turn.failed(error)
      observe(error instanceof BankAway ? error.message.replace(/.*: /, '') : 'no answer')
      const isOurs = error instanceof BankAway || (isDefect(error) && !isCertificateFault(error))
      throw isOurs ? error : new BankAway(reasonOf(error), 5, !isUnsent(error))
    } finally {
      turn.end()
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
    name,
    settings,
    urls: urlsOf(settings.pixUrl, form.paths),
    call,
    grantedScopes: token.readScopes,
    awayFor: limits.awayFor,
    limitedFor: limits.limitedFor,
    takesCall: limits.takesCall,
    clockDriftMs: () => clockDriftMs,
    close: () => Promise.all(agents.map(agent => agent.destroy())),
  }
}

const urlsOf = (base: string, { createCharge, charge, pix, webhook }: Bank['urls']): Bank['urls'] => ({
  createCharge: base + createCharge,
  charge: base + charge,
  pix: base + pix,
  webhook: base + webhook,
})

/** What a contract says takes the place of what is published, kind by kind; an empty table is no limit at all. */
const limitsOf = ({ limits: own }: BankSettings, { limits: published }: Dialect): Limits =>
  own !== undefined && Object.keys(own).length === 0 ? {} : { ...published, ...own }

/** With what the bank wants on every call. */
function withQuery(url: string, query: Record<string, string>): string {
  const parameters = new URLSearchParams(query).toString()
  return parameters === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters}`
}

/** Without a token nothing was asked. */
function unsent(error: unknown): never {
  throw error instanceof BankAway && error.isSent ? new BankAway(error.why, error.retryAfterSeconds, false) : error
}

const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The connection was never made. */
const isUnsent = (error: unknown): boolean =>
  isCertificateFault(error) || unsentCodes.has(String((error as { code?: unknown }).code))

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
  return {
    status: answer.statusCode,
    text: await answer.body.text(),
    retryAfter: retryAfterIn(String(answer.headers['retry-after'] ?? ''), String(answer.headers.date ?? '')),
    dateMs: Date.parse(String(answer.headers.date ?? '')),
  }
}

const longestRetryAfter = 3_600

/** Seconds, or a date by the bank's own clock; where there is none a few seconds. */
function retryAfterIn(header: string, date: string): number {
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.parse(date)) / 1000)
  return seconds > 0 ? Math.min(seconds, longestRetryAfter) : 5
}

/** Node's code, or what the fault is called: a time-out has a number for a code, which says nothing. */
const reasonOf = (error: unknown): string => {
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string }
  return (typeof code === 'string' ? code : (name ?? message ?? 'unknown')).slice(0, 100)
}
