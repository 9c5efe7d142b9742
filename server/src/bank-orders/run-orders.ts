import type { Sql, Tx } from '../db/db.ts'
import { safeText } from '../lib/log.ts'
import { bankOrderSteps } from '../lib/metrics.ts'
import { withinTime } from '../lib/within-time.ts'
import type { BankCall, Rails } from '../rails/rails.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import { openException } from './exceptions.ts'
import type { ClaimedOrder, OrderId, OrderKind } from './order.ts'
import { callSeconds, leaseSeconds, mostSteps, pauseAfter } from './schedule.ts'
import { claimDue, claimNew, deleteClaimed, keepReference, postponeOrder, selectLanes, stopOrder } from './sql.ts'

/** Ends the order in the commit of what the bank said; false: the lease was lost, so nothing may be written. */
export type Finish = (tx: Tx) => Promise<boolean>

/**
 * What a step came to. `again`: no end yet. `over`: the bank has said how it ended; what that means is written by the
 * capability itself, in one commit with `finish`. `contradiction`: the bank says what the books cannot take.
 */
export type Outcome =
  | { step: 'again' }
  | { step: 'over'; write: (finish: Finish) => Promise<unknown> }
  | { step: 'contradiction'; expected: string; said: string }

/** Takes an order one step further with its bank. What it throws leaves the fate unknown: the bank is asked again. */
export type TakeStep = (order: ClaimedOrder, rails: Rails, call: BankCall) => Promise<Outcome>
export type Steps = Record<OrderKind, TakeStep>

type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf }

/** How many orders a process has under way: in all, with one bank, and of one merchant with it. */
const mostUnderWay = 128
const mostOfLane = 8
const lanesAtOnce = 500

export type OrderRunner = ReturnType<typeof orderRunner>

/**
 * Runs bank orders: any number of processes at once, each row leased to one. An order that waits for its bank holds a
 * place and nobody else's; lanes, a bank's orders of one merchant, take turns for the free places.
 */
export function orderRunner(needs: Needs, steps: Steps) {
  const underWay = new Map<string, number>()
  let total = 0
  let after = ''
  let freed = () => {}

  const leaseUntil = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000)

  async function run(order: ClaimedOrder): Promise<void> {
    const outcome = await ask(order)
    bankOrderSteps.inc({ kind: order.kind, outcome: outcome.step })
    if (outcome.step === 'over') await outcome.write(async tx => (await deleteClaimed(tx, order)).count === 1)
    else if (outcome.step === 'contradiction') await except(order, outcome)
    else if (order.step >= mostSteps) await except(order, unknownFate(order))
    else await postponeOrder(needs.sql, order, new Date(needs.clock().getTime() + pauseAfter(order.step) * 1000))
  }

  async function ask(order: ClaimedOrder): Promise<Outcome> {
    const patience = new AbortController()
    const call = { signal: patience.signal, remember: (reference: string) => remember(order, reference) }
    try {
      const rails = await needs.railsOf(order.connectionId)
      return await withinTime(steps[order.kind](order, rails, call), 2 * callSeconds)
    } catch {
      return { step: 'again' }
    } finally {
      patience.abort()
    }
  }

  async function remember(order: ClaimedOrder, reference: string): Promise<void> {
    if ((await keepReference(needs.sql, order, reference)).count === 0)
      throw new Error('the lease of the order was lost')
  }

  const except = (order: ClaimedOrder, found: { expected: string; said: string }) =>
    needs.sql.begin(async tx => {
      if ((await stopOrder(tx, order)).count === 0) return
      const { merchantId, transactionId, id: orderId, kind, subject } = order
      await openException(tx, { merchantId, transactionId, orderId, kind, subject, ...found }, needs.clock())
    })

  /** Counts it as under way until it is done. A database that is away leaves it to whoever claims it after the lease. */
  function start(order: ClaimedOrder): Promise<void> {
    total++
    underWay.set(order.lane, (underWay.get(order.lane) ?? 0) + 1)
    return run(order).finally(() => {
      total--
      const left = (underWay.get(order.lane) ?? 1) - 1
      if (left === 0) underWay.delete(order.lane)
      else underWay.set(order.lane, left)
      freed()
    })
  }

  async function claim(): Promise<ClaimedOrder[]> {
    const now = needs.clock()
    const walked = await selectLanes(needs.sql, now, after, lanesAtOnce)
    let room = mostUnderWay - total
    const wanted: { lane: string; room: number }[] = []
    for (const { lane, isDue } of walked) {
      const here = Math.min(room, mostOfLane - (underWay.get(lane) ?? 0))
      if (isDue && here > 0) wanted.push({ lane, room: here })
      if (isDue) room -= Math.max(here, 0)
      after = lane
      if (room <= 0) break
    }
    if (room > 0 && walked.length < lanesAtOnce) after = ''
    return wanted.length === 0 ? [] : claimDue(needs.sql, wanted, now, leaseUntil(now))
  }

  return {
    /** Claims what is due and has a place, starts it and does not wait for it. Answers how many. */
    step: async (log?: (fault: string) => void): Promise<number> => {
      if (total >= mostUnderWay) return 0
      const orders = await claim()
      for (const order of orders) void start(order).catch((error: unknown) => log?.(safeText(error)))
      return orders.length
    },
    /** The same, and waits for what it started: for tests and for a stop. */
    stepAndWait: async (): Promise<number> => {
      const orders = await claim()
      await Promise.all(orders.map(start))
      return orders.length
    },
    /** Takes the first step of an order that was just placed, without waiting for a worker to find it. */
    runNow: async (id: OrderId): Promise<void> => {
      const order = await claimNew(needs.sql, id, leaseUntil(needs.clock()))
      if (order !== undefined) await start(order)
    },
    whenFree: (wake: () => void) => void (freed = wake),
  }
}

const unknownFate = ({ step }: ClaimedOrder) => ({
  expected: 'an end',
  said: `nothing that ends it, after ${step} questions`,
})
