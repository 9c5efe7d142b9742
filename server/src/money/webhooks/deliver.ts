import { groupCommit } from '../../platform/db/group-commit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { RowLocked } from '../../platform/db/settle-group.ts'
import { isDefect, reportDefect, reportIfDefect } from '../../platform/db/defects.ts'
import { slotsPerTurn } from '../../platform/lib/fair-queue.ts'
import { observeAttempt } from '../../platform/lib/metrics.ts'
import { callFor } from './channel.ts'
import { queueNotification, webhooksFail } from '../../tenancy/notifications/queue-notification.ts'
import type { RecentRequests } from '../../platform/http/drain.ts'
import type { FaultFor, WebhookEvent, WebhookFault } from './event.ts'
import { expireQueued } from './expire-events.ts'
import type { Failure, Lanes, Slot } from './lanes.ts'
import { attemptMs, nextAttempt, slotWithinMs } from './retry-schedule.ts'
import { type Sent, webhookSender } from './send.ts'
import type { LaneOwners } from './senders/lane-owners.ts'
import type { SignWebhook } from './sign.ts'
import {
  type AttemptRecord,
  callSendersOf,
  handBack,
  holdEvent,
  lockFreeEvents,
  recordAttempts,
  releaseEvent,
  releaseFollowers,
} from './sql.ts'
import { after } from './states.ts'
import { sendErrors } from './words.ts'

/**
 * The result of sending an event. Any HTTP response is `answered`; only 2xx is a success. `queued`: not sent now,
 * because an earlier event of its transaction goes first or its lane is full; a worker sends it.
 */
export type Attempt = { outcome: Sent['outcome'] | 'queued'; success: boolean; answer: string }
export type Deliver = (event: WebhookEvent) => Promise<Attempt>

type Needs = {
  sql: Sql
  clock: () => Date
  sign: SignWebhook
  lanes: Lanes
  laneOwners: LaneOwners
  isSandbox: boolean
  requests: RecentRequests
  /** Null in production, where no faults are scripted. */
  faultFor: FaultFor | null
}
/** `step`: place in the retry schedule; undefined: the first attempt. `isUntried`: no fault was looked up yet. */
type Leased = WebhookEvent & { leasedUntil: Date; step?: number; isUntried?: boolean }

/** How many calls start in one turn of the event loop, so that requests are still answered during a burst. */
const begunInTurn = 8
/** How many queued events start in a turn while there are requests, which come first. */
const begunBesideRequests = 1

const ignore = reportIfDefect('webhook', undefined)

const queued: Attempt = { outcome: 'queued', success: false, answer: 'queued' }

/** In a copy of the database: the original sends it. */
export const leaveQueued: Deliver = async () => queued

/** Sends an event that is leased to this process and records the result. Never rejects. */
export function deliverer(needs: Needs) {
  const { sql, clock, lanes, laneOwners } = needs
  const { send, close } = webhookSender(needs)
  const underWay = new Set<Promise<Attempt>>()
  const slotForNew = slotsPerTurn(() => begunInTurn)
  const slotForWaited = slotsPerTurn(() => (needs.requests.areThere() ? begunBesideRequests : begunInTurn))

  // One statement at a time: fewer and larger ones. A single attempt is still recorded at once.
  const record = groupCommit<AttemptRecord, undefined>(
    'record attempt',
    async (attempts, mode) => {
      const { followed, isFree } = await (mode === 'around' ? recordFree(sql, attempts) : recordAll(sql, attempts))
      // The attempts are stored and must not be stored again. A follower that is not released here is sent when its
      // lease has run out.
      if (followed.length > 0)
        await releaseFollowers(sql, followed, clock(), callFor(laneOwners.ownersOf(followed))).catch(ignore)
      return attempts.map(({ id }) => (isFree(id) ? undefined : new RowLocked()))
    },
    { lanes: 1, on: sql },
  )
  const giveBack = groupCommit<Leased, undefined>('hand back event', async leases => {
    await handBack(sql, leases.map(leaseOf), clock(), callFor(laneOwners.ownersOf(leases)))
    return leases.map(() => undefined)
  })

  async function attempt(event: Leased): Promise<Attempt> {
    const leaseLeftMs = event.leasedUntil.getTime() - clock().getTime()
    const slot = await lanes.enter(event, Math.min(slotWithinMs, leaseLeftMs - attemptMs))
    if (slot === null) {
      await giveBack(event)
      return unsent(lanes.lastFailureIn(event))
    }
    if (needs.faultFor === null || event.isUntried === false) return sendNow(event, slot)
    const fault = await needs.faultFor(event).catch((error: unknown) => {
      slot.cancel()
      throw error
    })
    return fault === null ? sendNow(event, slot) : sendWithFault(event, slot, fault)
  }

  async function sendNow(event: Leased, slot: Slot): Promise<Attempt> {
    await (event.step === undefined ? slotForNew() : slotForWaited())
    const at = clock()
    // It waited too long for its turn: the lease could run out during the call.
    if (event.leasedUntil.getTime() - at.getTime() < attemptMs) {
      slot.cancel()
      await giveBack(event)
      return queued
    }
    const signature = await needs.sign(event, at).catch((error: unknown) => {
      slot.cancel()
      throw error
    })
    const startedMs = performance.now()
    const sent = await send(event, signature)
    const tookMs = performance.now() - startedMs
    slot.leave(tookMs, failureIn(sent))
    const kept = await keep(event, sent, at, tookMs)
    // If this fails, it is done after the next probe.
    if (sent.outcome !== 'answered' && lanes.isLongShut(event)) await expireQueued(needs, event).catch(ignore)
    return kept
  }

  /** Applies a fault that was scripted in a sandbox. */
  async function sendWithFault(event: Leased, slot: Slot, fault: WebhookFault): Promise<Attempt> {
    if (fault.kind === 'held') {
      slot.cancel()
      await holdEvent(sql, event, new Date(clock().getTime() + fault.seconds * 1000), fault.words)
      return queued
    }
    if (fault.kind === 'dropped') {
      slot.cancel()
      await keep(event, { ...unanswered, error: fault.words }, clock(), 0)
      return queued
    }
    const first = await sendNow(event, slot)
    if (fault.kind === 'releases') {
      await releaseEvent(sql, event.merchantId, fault.eventId, clock())
      await callSendersOf(sql, event.merchantId)
      return first
    }
    const again = await lanes.enter(event, slotWithinMs)
    if (again !== null) await sendNow(event, again)
    return first
  }

  async function keep(event: Leased, sent: Sent, at: Date, tookMs: number): Promise<Attempt> {
    const attempted = recordOf(event, sent, at, tookMs)
    const success = attempted.status === 'Success'
    observeAttempt(success ? 'success' : sent.outcome, tookMs / 1000)
    await record(attempted)
    if (!success && attempted.nextAttemptAt === null) await notifyGivenUp(event)
    return { outcome: sent.outcome, success, answer: answerOf(sent) }
  }

  /** A defect counts as a failed attempt: the merchant and the operator see it, and the schedule limits the retries. */
  function keepDefect(event: Leased, error: unknown): Promise<Attempt> {
    reportDefect('webhook', error)
    return keep(event, { ...unanswered, error: sendErrors.defect[1] }, clock(), 0)
  }

  const notifyGivenUp = ({ merchantId, url }: Leased) =>
    queueNotification(sql, [webhooksFail({ merchantId, origin: new URL(url).origin })], clock())

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
      // If the database is away, the event is sent again when its lease has run out.
      const sending = attempt(event as Leased)
        .catch((error: unknown) => (isDefect(error) ? keepDefect(event as Leased, error) : queued))
        .catch(reportIfDefect('webhook', queued))
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    /** Sends nothing more, hands back what was not sent, and waits for running calls: one time-out at most. */
    drain: async (): Promise<void> => {
      lanes.close()
      await Promise.allSettled(underWay)
      await close()
    },
  }
}

const recordAll = async (sql: Sql, attempts: AttemptRecord[]) => ({
  followed: await recordAttempts(sql, attempts),
  isFree: (_id: string) => true,
})

/** Skips attempts whose events another session has locked: the others must not be sent again because of them. */
const recordFree = (sql: Sql, attempts: AttemptRecord[]) =>
  sql.begin(async tx => {
    const free = new Set((await lockFreeEvents(tx, attempts)).map(event => event.id))
    const ours = attempts.filter(({ id }) => free.has(id))
    return { followed: await recordAttempts(tx, ours), isFree: (id: string) => free.has(id) }
  })

const leaseOf = ({ merchantId, id, transactionId, position, leasedUntil }: Leased) => ({
  merchantId,
  id,
  transactionId,
  position,
  leasedUntil,
})

const unanswered = { outcome: 'noAnswer', httpStatus: null, retryAfter: null, answer: null } as const

const answerOf = ({ httpStatus, error }: Sent) => error ?? `HTTP ${httpStatus}`

const failureIn = ({ outcome, error }: Sent): Failure | null =>
  outcome === 'answered' ? null : { outcome, error: error ?? '' }

/** Not sent because the receiver has not responded for a while: that failure is the result. */
const unsent = (failure: Failure | null): Attempt =>
  failure === null
    ? queued
    : { outcome: failure.outcome, success: false, answer: `${failure.error}; tried again later` }
