import { batch } from '../db/batch.ts'
import type { Sql } from '../db/db.ts'
import { observeAttempt } from '../lib/metrics.ts'
import type { Failure } from './circuit.ts'
import type { WebhookEvent } from './event.ts'
import type { Lanes } from './lanes.ts'
import { attemptMs, nextAttempt, placeWithinMs } from './retry-schedule.ts'
import { type Sent, webhookSender } from './send.ts'
import type { SignWebhook } from './sign.ts'
import { type AttemptRecord, handBack, recordAttempts, releaseFollowers } from './sql.ts'
import { after } from './states.ts'

/**
 * What came of sending an event. Any HTTP answer is `answered`; only 2xx is a success. `queued`: it was not sent now,
 * because an earlier event of its transaction goes first or its lane is full; a worker sends it.
 */
export type Attempt = { outcome: Sent['outcome'] | 'queued'; success: boolean; answer: string }
export type Deliver = (event: WebhookEvent) => Promise<Attempt>

type Needs = { sql: Sql; clock: () => Date; sign: SignWebhook; lanes: Lanes; isSandbox: boolean }
/** `step` is the event's place in the retry schedule; none: its first attempt. */
type Leased = WebhookEvent & { leasedUntil: Date; step?: number }

const queued: Attempt = { outcome: 'queued', success: false, answer: 'queued' }

/** Sends an event that is leased to this process, and records what came of it. Never rejects. */
export function deliverer(needs: Needs) {
  const { sql, clock, lanes } = needs
  const { send, close } = webhookSender(needs)
  const underWay = new Set<Promise<Attempt>>()

  // One statement at a time: half as many, twice as large. A lone attempt is recorded at once all the same.
  const record = batch<AttemptRecord, undefined>(
    'record attempt',
    async attempts => {
      const followed = await recordAttempts(sql, attempts)
      if (followed.length > 0) await releaseFollowers(sql, followed, clock())
      return attempts.map(() => undefined)
    },
    { lanes: 1 },
  )
  const giveBack = batch<Leased, undefined>('hand back event', async leases => {
    await handBack(sql, leases.map(leaseOf), clock())
    return leases.map(() => undefined)
  })

  async function attempt(event: Leased): Promise<Attempt> {
    const leaseLeftMs = event.leasedUntil.getTime() - clock().getTime()
    const place = await lanes.enter(event, Math.min(placeWithinMs, leaseLeftMs - attemptMs))
    if (place === null) {
      await giveBack(event)
      return unsent(lanes.lastFailureIn(event))
    }
    const at = clock()
    const signature = await needs.sign(event, at).catch((error: unknown) => {
      place.cancel()
      throw error
    })
    const startedMs = performance.now()
    const sent = await send(event, signature)
    const tookMs = performance.now() - startedMs
    place.leave(tookMs, failureIn(sent))
    const attempted = recordOf(event, sent, at, tookMs)
    const success = attempted.status === 'Success'
    observeAttempt(success ? 'success' : sent.outcome, tookMs / 1000)
    await record(attempted)
    return { outcome: sent.outcome, success, answer: answerOf(sent) }
  }

  function recordOf(event: Leased, sent: Sent, at: Date, tookMs: number): AttemptRecord {
    const { outcome, httpStatus, answer, error } = sent
    const isAccepted = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
    const nextAttemptAt = isAccepted ? null : nextAttempt(event.step ?? 0, clock(), sent)
    const end = after(isAccepted ? 'accepted' : nextAttemptAt === null ? 'givenUp' : 'failed')
    const latencyMs = Math.round(tookMs)
    return { ...leaseOf(event), at, ...end, nextAttemptAt, outcome, httpStatus, latencyMs, answer, error }
  }

  return {
    deliver: (event: WebhookEvent): Promise<Attempt> => {
      if (event.leasedUntil === null) return Promise.resolve(queued)
      // What cannot be signed, recorded or handed back now, because the database is away, goes again when the lease is over.
      const sending = attempt(event as Leased)
        .catch(() => queued)
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    /** Sends nothing more, hands back what has not been sent, and waits for what is being sent: one time-out at most. */
    drain: async (): Promise<void> => {
      lanes.close()
      await Promise.allSettled(underWay)
      await close()
    },
  }
}

const leaseOf = ({ merchantId, id, transactionId, position, leasedUntil }: Leased) => ({
  merchantId,
  id,
  transactionId,
  position,
  leasedUntil,
})

const answerOf = ({ httpStatus, error }: Sent) => error ?? `HTTP ${httpStatus}`

const failureIn = ({ outcome, error }: Sent): Failure | null =>
  outcome === 'answered' ? null : { outcome, error: error ?? '' }

/** Not sent because the receiver has not been reached for a while: then that is what came of it. */
const unsent = (failure: Failure | null): Attempt =>
  failure === null
    ? queued
    : { outcome: failure.outcome, success: false, answer: `${failure.error}; tried again later` }
