import type { Sql, Tx } from '../../platform/db/db.ts'
import { isDamage, isWrittenAlready } from '../../platform/db/database-faults.ts'
import { isDefect, reportDefect, reportIfDefect } from '../../platform/db/defects.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { openLog, safeText } from '../../platform/lib/log.ts'
import { bankCallbacksMissing, bankOrderSteps } from '../../platform/lib/metrics.ts'
import { ExternalFault, withinTime } from '../../platform/lib/within-time.ts'
import type { BankCall, Rails } from '../rails/rails.ts'
import { BankAway, BankLimited, BankRefused, BankUnclear, CallbackMissing } from '../rails/bank-faults.ts'
import { reportCallbackMissing } from '../rails/connections.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import { openException } from './exceptions.ts'
import { wakeAfterOutage } from './place-orders.ts'
import { type Fact, fact } from './fact.ts'
import { type ClaimedOrder, type OrderId, type OrderKind, type Postponed, isFirstCall } from './order.ts'
import {
  claimDue,
  claimNew,
  claimWaiting,
  deleteClaimed,
  holdOrder,
  keepReference,
  postponeOrder,
  selectLanes,
  stopOrder,
} from './sql.ts'
import {
  callSeconds,
  firstStepSeconds,
  leaseSeconds,
  mostDeferrals,
  mostRefusals,
  mostSteps,
  mostUnansweredSeconds,
  mostUnclear,
  pauseAfter,
} from './schedule.ts'
import { slotCounter } from '../../platform/lib/fair-queue.ts'

/** Deletes the order in the commit of the bank's result. False: the lease was lost, so nothing may be written. */
type Finish = (tx: Tx) => Promise<boolean>

/**
 * The result of a step. `again`: no final result yet. `deferred`: the bank takes no more calls for so many seconds. `held`: not sent, because payouts of the merchant are held.
 * `over`: the capability writes the bank's final result in one commit with `finish`. `contradiction`: the bank
 * contradicts the books. `defect`: our own code failed.
 */
export type Outcome = {
  /** The bank gave no useful answer: none, or one that says nothing of the order. */
  isUnanswered?: true
} & (
  | { step: 'again'; isBankAway?: true; isUnsent?: boolean; refusals?: number }
  | { step: 'deferred'; seconds: number; isUnsent?: boolean }
  | { step: 'held' }
  | { step: 'over'; write: (finish: Finish) => Promise<unknown> }
  | { step: 'contradiction'; expected: Fact; said: Fact }
  | { step: 'defect'; error: unknown }
)

/** Takes an order one step further with its bank. An error means an unknown outcome, unless it is a defect. */
export type TakeStep = (order: ClaimedOrder, rails: Rails, call: BankCall) => Promise<Outcome>
export type Steps = Record<OrderKind, TakeStep>

type Needs = {
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  /** Suspends a merchant whose stored data cannot be read. */
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

/** The order waits for its bank, and goes on when another order is answered there. */
const away = { isUnanswered: true, isBankAway: true } as const

const lanesAtOnce = 500
const report = reportIfDefect('bank order', undefined)
let log: ReturnType<typeof openLog> | undefined

export type OrderRunner = ReturnType<typeof orderRunner>

/**
 * Runs bank orders in any number of processes, each row leased to one. A lane is the orders of one merchant at one bank
 * and has its own slots; the lane served longest ago gets a free slot first.
 */
export function orderRunner(needs: Needs, steps: Steps) {
  const slots = orderSlots()
  const lanes = laneOrder()
  let after = ''
  let freed = () => {}

  const inSeconds = (seconds: number) => new Date(needs.clock().getTime() + seconds * 1000)
  const leaseUntil = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000)

  async function run(claimed: ClaimedOrder): Promise<void> {
    const outcome = await ask(claimed)
    let order = claimed
    bankOrderSteps.inc({ kind: order.kind, outcome: outcome.step })
    const isAnswered = outcome.step !== 'deferred' && outcome.step !== 'held' && !outcome.isUnanswered
    if (order.isBankAway && isAnswered) {
      // The outage is over, also if no process has seen it or only one kind of call failed: the schedule starts again.
      order = { ...order, step: 1 }
      await wakeAfterOutage(needs, order.connectionId, { kind: order.kind }).catch(report)
    }
    if (outcome.step === 'over') await write(order, outcome)
    else if (outcome.step === 'defect') await stopForDefect(order, outcome.error)
    else if (outcome.step === 'contradiction') await except(order, outcome)
    else if (outcome.step === 'held') await holdOrder(needs.sql, order)
    else if (outcome.step === 'deferred') await defer(order, outcome)
    else await again(order, outcome)
  }

  type Again = Extract<Outcome, { step: 'again' }>

  const again = (order: ClaimedOrder, how: Again = { step: 'again' }) =>
    postpone(order, { ...how, nextStepAt: inSeconds(pauseAfter(order.step)) })

  /** Without a step of the schedule, but not for longer than it. */
  const defer = (order: ClaimedOrder, { seconds, isUnsent = true }: Extract<Outcome, { step: 'deferred' }>) =>
    order.deferrals < mostDeferrals
      ? postpone(order, {
          isUnanswered: true,
          nextStepAt: inSeconds(seconds),
          isDeferred: true,
          isUnsent,
          refusals: order.refusals,
        })
      : again(order, { step: 'again', isUnanswered: true, isUnsent, refusals: order.refusals })

  async function postpone(order: ClaimedOrder, how: Postponed & { isUnanswered?: true }) {
    const unansweredSince = how.isUnanswered ? (order.unansweredSince ?? needs.clock()) : null
    const isUnansweredTooLong = unansweredSince !== null && unansweredSince <= inSeconds(-mostUnansweredSeconds)
    if (order.step >= mostSteps || isUnansweredTooLong) await except(order, unknownFate(order))
    else await postponeOrder(needs.sql, { ...order, unansweredSince }, how)
  }

  /**
   * A defect rolls the commit back and would do so at every retry, so it becomes an exception. If the transaction has
   * changed since it was read, the next step reads it again; if the database is down, the order is claimed again after
   * its lease.
   */
  async function write(order: ClaimedOrder, outcome: Extract<Outcome, { step: 'over' }>): Promise<void> {
    const finish: Finish = async tx => (await deleteClaimed(tx, order)).count === 1
    try {
      await outcome.write(finish).catch((error: unknown) => {
        // Another process has booked the payment at the same moment: this one finds that.
        if (!isWrittenAlready(error)) throw error
        return outcome.write(finish)
      })
    } catch (error) {
      if (isDefect(error)) await stopForDefect(order, error)
      else if (error instanceof ApiError) await again(order)
      else throw error
    }
  }

  async function stopForDefect(order: ClaimedOrder, error: unknown): Promise<void> {
    reportDefect('bank order', error)
    // First, because the exception may belong on the damaged page.
    if (isDamage(error)) await needs.suspendDamaged(order.merchantId, error)
    const name = error instanceof Error ? error.name : 'unknown'
    await except(order, { expected: fact('anEnd'), said: fact('defect', name) })
  }

  async function ask(order: ClaimedOrder): Promise<Outcome> {
    const patience = new AbortController()
    // Of the whole step: the question after a send may fail, too, and says nothing of the send.
    let isSent = false
    const call = {
      signal: patience.signal,
      remember: (reference: string) => remember(order, reference),
      noteSent: () => void (isSent = true),
    }
    try {
      const rails = await needs.railsOf(order.connectionId)
      return await withinTime(steps[order.kind](order, rails, call), 2 * callSeconds)
    } catch (error) {
      if (error instanceof BankLimited) return { step: 'deferred', seconds: error.retryAfterSeconds, isUnsent: !isSent }
      if (error instanceof CallbackMissing && !(await isMissingAgain(order, error)))
        return { step: 'again', ...away, refusals: order.refusals }
      if (error instanceof BankRefused || error instanceof BankUnclear) return refusedStep(order, error)
      if (error instanceof BankAway) return { step: 'again', ...away, isUnsent: !error.isSent && !isSent }
      return isDefect(error) ? { step: 'defect', error } : { step: 'again', isUnanswered: true }
    } finally {
      patience.abort()
    }
  }

  /** A payer who waits has the bank asked more often than the schedule does: that does not count. */
  function refusedStep(order: ClaimedOrder, error: BankRefused | BankUnclear): Outcome {
    const refusals = Math.min(order.refusals + 1, order.step)
    log ??= openLog('warn')
    const { id, kind, connectionId } = order
    log.warn({ bankOrderId: id, kind, connectionId, refusals, why: error.why }, 'refused by a bank')
    if (refusals < (error instanceof BankRefused ? mostRefusals : mostUnclear))
      return { step: 'again', ...away, refusals }
    // A refusal says nothing about the calls before it: the bank may have carried out one of them. Neither a cancellation nor a change moves money.
    const code = isFirstCall(order) || kind === 'cancellation' || kind === 'change' ? 'refused' : 'doubtful'
    const state = error instanceof BankUnclear ? error.state : null
    const said = state === null ? fact(code, error.words) : fact('unknownState', state)
    return { step: 'contradiction', isUnanswered: true, expected: fact('anEnd'), said }
  }

  /** The order waits until the URL is registered again, which its bank then gets at once. False: it is not yet. */
  async function isMissingAgain(order: ClaimedOrder, { bank }: CallbackMissing): Promise<boolean> {
    bankCallbacksMissing.inc({ bank })
    const claimedAt = new Date(order.nextStepAt.getTime() - leaseSeconds * 1000)
    return (await reportCallbackMissing(needs, order.connectionId, claimedAt).catch(report)) === true
  }

  async function remember(order: ClaimedOrder, reference: string): Promise<void> {
    if ((await keepReference(needs.sql, order, reference)).count === 0)
      throw new ExternalFault('the lease of the order was lost')
  }

  const except = (order: ClaimedOrder, found: { expected: Fact; said: Fact }) =>
    needs.sql.begin(async tx => {
      if ((await stopOrder(tx, order)).count === 0) return
      const { merchantId, transactionId, id: bankOrderId, kind, subject } = order
      await openException(tx, { merchantId, transactionId, bankOrderId, kind, subject, ...found }, needs.clock())
    })

  /** Uses its slot until it is done. If the database is down, another process claims the order after the lease. */
  const start = (order: ClaimedOrder): Promise<void> =>
    run(order)
      .catch(async (error: unknown) => {
        if (isDamage(error)) await needs.suspendDamaged(order.merchantId, error)
        report(error)
        throw error
      })
      .finally(() => {
        slots.giveBack(order.lane, 1)
        freed()
      })

  async function claimAndStart(claimOne: typeof claimNew, id: OrderId): Promise<void> {
    const order = await claimOne(needs.sql, id, leaseUntil(needs.clock()))
    if (order === undefined) return
    slots.take(order.lane, 1)
    await start(order)
  }

  /** Reserves slots for due orders, the lane served longest ago first, and returns the unused ones. */
  async function claim(): Promise<ClaimedOrder[]> {
    const now = needs.clock()
    const walked = await selectLanes(needs.sql, now, after, lanesAtOnce)
    after = walked[lanesAtOnce - 1]?.lane ?? ''
    const claims: { lane: string; room: number }[] = []
    for (const lane of lanes.sorted(walked.filter(({ isDue }) => isDue).map(({ lane }) => lane))) {
      const room = slots.free(lane)
      if (room === 0) continue
      slots.take(lane, room)
      lanes.served(lane)
      claims.push({ lane, room })
    }
    if (claims.length === 0) return []
    const claimed = await claimDue(needs.sql, claims, now, leaseUntil(now)).catch(error => {
      for (const { lane, room } of claims) slots.giveBack(lane, room)
      throw error
    })
    for (const { lane, room } of claims)
      slots.giveBack(lane, room - claimed.filter(order => order.lane === lane).length)
    return claimed
  }

  return {
    /** Claims due orders that have a slot and starts them without waiting. Returns how many. */
    step: async (log?: (fault: string) => void): Promise<number> => {
      if (slots.isFull()) return 0
      const orders = await claim()
      for (const order of orders) void start(order).catch((error: unknown) => log?.(safeText(error)))
      return orders.length
    },
    /** The same, but waits for the orders it started. */
    stepAndWait: async (): Promise<number> => {
      const orders = await claim()
      await Promise.all(orders.map(start))
      return orders.length
    },
    /** Takes the first step of a new order without waiting for a worker. Never throws: the worker continues. */
    tryNow: (id: OrderId, seconds = firstStepSeconds): Promise<void> =>
      withinTime(claimAndStart(claimNew, id).catch(report), seconds).catch(() => {}),
    /** Asks the bank about a waiting order now, because the payer waits. Never throws, and keeps the schedule. */
    askNow: (id: OrderId, seconds: number): Promise<void> =>
      withinTime(claimAndStart(claimWaiting, id).catch(report), seconds).catch(() => {}),
    whenFree: (wake: () => void) => void (freed = wake),
  }
}

const unknownFate = ({ step, attempts, deferrals }: ClaimedOrder) => ({
  expected: fact('anEnd'),
  said: fact('noEnd', String(Math.max(step, attempts - deferrals))),
})

/** How many orders a process may have under way: in total, at one bank, and of one merchant at that bank. */
const mostUnderWay = 256
export const mostOfBank = 64
const mostOfLane = 8

/** A lane is one merchant at one bank. */
const bankOf = (lane: string) => lane.slice(0, lane.indexOf(' '))

/** Slots for orders under way: a hanging bank uses up only its own, and a merchant only its own at that bank. */
function orderSlots() {
  const ofLanes = slotCounter({ most: mostUnderWay, mostOfKey: mostOfLane })
  const ofBanks = slotCounter({ most: mostUnderWay, mostOfKey: mostOfBank })

  function take(lane: string, count: number) {
    ofLanes.take(lane, count)
    ofBanks.take(bankOf(lane), count)
  }

  return {
    isFull: () => ofLanes.inUse() >= mostUnderWay,
    free: (lane: string): number => Math.max(0, Math.min(ofLanes.free(lane), ofBanks.free(bankOf(lane)))),
    take,
    giveBack: (lane: string, count: number) => take(lane, -count),
  }
}

/** When each lane was last served. Not a fair queue: the waiting orders are in the database. */
function laneOrder(most = 10_000) {
  const servedAt = new Map<string, number>()
  let round = 0
  return {
    sorted: (lanes: string[]): string[] => lanes.toSorted((a, b) => (servedAt.get(a) ?? 0) - (servedAt.get(b) ?? 0)),
    served(lane: string) {
      // The oldest entry is dropped, so its lane counts as never served and comes first again.
      servedAt.delete(lane)
      if (servedAt.size >= most) servedAt.delete(servedAt.keys().next().value as string)
      servedAt.set(lane, ++round)
    },
  }
}
