import { Agent, errors, request } from 'undici'
import { batch } from '../lib/batch.ts'
import type { Sql } from '../lib/db.ts'
import { webhookAttempts } from '../lib/metrics.ts'
import type { WebhookEvent } from './enqueue-events.ts'
import type { SignWebhook } from './sign.ts'
import { type AttemptRecord, recordAttempts } from './sql.ts'

/** What came of one attempt. Any HTTP answer is `answered`; only 2xx is a success. */
export type Attempt = { outcome: 'answered' | 'noConnection' | 'noAnswer'; success: boolean; answer: string }
export type Deliver = (event: WebhookEvent) => Promise<Attempt>

const timeoutMs = 10_000

/** Sends an event once and records what came of it. Never throws: a failed attempt is an answer too. */
export function deliverer(needs: { sql: Sql; clock: () => Date; sign: SignWebhook }) {
  const agent = new Agent({ connections: 64, connect: { timeout: timeoutMs }, pipelining: 1 })
  const underWay = new Set<Promise<Attempt>>()
  const record = batch<AttemptRecord, undefined>('record attempt', async attempts => {
    await recordAttempts(needs.sql, attempts)
    return attempts.map(() => undefined)
  })

  async function attempt(event: WebhookEvent): Promise<Attempt> {
    const at = needs.clock()
    const end = webhookAttempts.startTimer()
    const result = await send(event, at)
    end({ outcome: result.success ? 'success' : result.outcome })
    const status = result.success ? 'Success' : 'Failed'
    await record({ merchantId: event.merchantId, id: event.id, status, lastAttemptAt: at, lastAnswer: result.answer })
    return result
  }

  async function send(event: WebhookEvent, at: Date): Promise<Attempt> {
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Trilho-Webhooks/1',
        ...(event.headerName === null ? {} : { [event.headerName]: event.headerValue ?? '' }),
        ...(await needs.sign(event, at)),
      }
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await request(event.url, {
        method: 'POST',
        headers,
        body: event.payload,
        dispatcher: agent,
        signal,
      })
      await answer.body.dump({ limit: 64 * 1024 })
      const success = answer.statusCode >= 200 && answer.statusCode < 300
      return { outcome: 'answered', success, answer: `HTTP ${answer.statusCode}` }
    } catch (error) {
      return { outcome: failureOf(error), success: false, answer: wordsOf(error) }
    }
  }

  return {
    deliver: (event: WebhookEvent): Promise<Attempt> => {
      const sending = attempt(event).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    /** Waits for what is being sent; no attempt takes longer than its time-out. */
    drain: async (): Promise<void> => {
      await Promise.allSettled(underWay)
      await agent.destroy()
    },
  }
}

const noConnectionCodes = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
])

const codeOf = (error: unknown): string =>
  error instanceof AggregateError ? codeOf(error.errors[0]) : ((error as { code?: string }).code ?? '')

const failureOf = (error: unknown): Attempt['outcome'] =>
  noConnectionCodes.has(codeOf(error)) || error instanceof errors.ConnectTimeoutError ? 'noConnection' : 'noAnswer'

const wordsOf = (error: unknown): string =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? `no answer within ${timeoutMs / 1000} s`
    : `${codeOf(error)} ${error instanceof Error ? error.message : ''}`.trim().slice(0, 200)
