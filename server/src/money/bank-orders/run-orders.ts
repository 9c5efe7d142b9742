import type { Sql, Tx } from '../../platform/db/db.ts'
import { isDamage } from '../../platform/db/database-faults.ts'
import { isDefect, reportDefect, reportIfDefect } from '../../platform/db/defects.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { safeText } from '../../platform/lib/log.ts'
import { bankOrderSteps } from '../../platform/lib/metrics.ts'
import { ExternalFault, withinTime } from '../../platform/lib/within-time.ts'
import type { BankCall, Rails } from '../rails/rails.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import { openException } from './exceptions.ts'
import { type Fact, fact } from './fact.ts'
import type { ClaimedOrder, OrderId, OrderKind } from './order.ts'
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
import { callSeconds, firstStepSeconds, leaseSeconds, mostSteps, pauseAfter } from './schedule.ts'
import { slotCounter } from '../../platform/lib/fair-queue.ts'

/**
 * Deletes the order in the commit that records the bank's result; false if the lease was lost, so nothing may be
 * written.
 */
export type Finish = (tx: Tx) => Promise<boolean>

/**
 * The result of a step. `again`: no final result yet. `held`: not sent, because payouts of the merchant are held.
 * `over`: the capability writes the bank's final result in one commit with `finish`. `contradiction`: the bank
 * contradicts the books. `defect`: our own code failed.
 */
export type Outcome =
  | { step: 'again' }
  | { step: 'held' }
  | { step: 'over'; write: (finish: Finish) => Promise<unknown> }
  | { step: 'contradiction'; expected: Fact; said: Fact }
  | { step: 'defect'; error: unknown }

/**
 * Takes an order one step further with its bank. After an error the outcome is unknown and the bank is asked again,
 * unless the error is a defect, which a person must review.
 */
export type TakeStep = (order: ClaimedOrder, rails: Rails, call: BankCall) => Promise<Outcome>
export type Steps = Record<OrderKind, TakeStep>

type Needs = {
  sql: Sql
  clock: () => Date
  railsOf: RailsOf
  /** Suspends a merchant whose stored data cannot be read. */
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

const lanesAtOnce = 500
const report = reportIfDefect('bank order', undefined)

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

  const leaseUntil = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000)

  async function run(order: ClaimedOrder): Promise<void> {
    const outcome = await ask(order)
    bankOrderSteps.inc({ kind: order.kind, outcome: outcome.step })
    if (outcome.step === 'over') await write(order, outcome)
    else if (outcome.step === 'defect') await stopForDefect(order, outcome.error)
    else if (outcome.step === 'contradiction') await except(order, outcome)
    else if (outcome.step === 'held') await holdOrder(needs.sql, order)
    else await again(order)
  }

  async function again(order: ClaimedOrder): Promise<void> {
    if (order.step >= mostSteps) await except(order, unknownFate(order))
    else await postponeOrder(needs.sql, order, new Date(needs.clock().getTime() + pauseAfter(order.step) * 1000))
  }

  /**
   * A defect rolls the commit back and would do so at every retry, so it becomes an exception. If the transaction has
   * changed since it was read, the next step reads it again; if the database is down, the order is claimed again after
   * its lease.
   */
  async function write(order: ClaimedOrder, outcome: Extract<Outcome, { step: 'over' }>): Promise<void> {
    try {
      await outcome.write(async tx => (await deleteClaimed(tx, order)).count === 1)
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
    const call = { signal: patience.signal, remember: (reference: string) => remember(order, reference) }
    try {
      const rails = await needs.railsOf(order.connectionId)
      return await withinTime(steps[order.kind](order, rails, call), 2 * callSeconds)
    } catch (error) {
      return isDefect(error) ? { step: 'defect', error } : { step: 'again' }
    } finally {
      patience.abort()
    }
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
    /**
     * Takes the first step of a new order without waiting for a worker. Never throws: the worker continues what is late
     * or fails, so the caller reads the order's state afterwards.
     */
    tryNow: (id: OrderId, seconds = firstStepSeconds): Promise<void> =>
      withinTime(claimAndStart(claimNew, id).catch(report), seconds).catch(() => {}),
    /**
     * Asks the bank about a waiting order now, because the payer is waiting. It does not change the schedule and never
     * throws.
     */
    askNow: (id: OrderId, seconds: number): Promise<void> =>
      withinTime(claimAndStart(claimWaiting, id).catch(report), seconds).catch(() => {}),
    whenFree: (wake: () => void) => void (freed = wake),
  }
}

const unknownFate = ({ step }: ClaimedOrder) => ({
  expected: fact('anEnd'),
  said: fact('noEnd', String(step)),
})

/** How many orders a process may have under way: in total, at one bank, and of one merchant at that bank. */
const mostUnderWay = 256
export const mostOfBank = 64
const mostOfLane = 8

/** A lane is one merchant at one bank. */
const bankOf = (lane: string) => lane.slice(0, lane.indexOf(' '))

/**
 * The slots for orders under way. A bank that hangs uses up only its own slots, and a merchant only its own at that
 * bank.
 */
export function orderSlots() {
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

/**
 * When each lane was last served. A fair queue does not fit: the waiting orders are in the database, and a process
 * knows only the lanes of its last query.
 */
export function laneOrder(most = 10_000) {
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
