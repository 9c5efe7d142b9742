import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveriesOf, eventually, later } from '../../../test/kit/delivery-kit.ts'
import { assertProperty } from '../../../test/kit/property.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { type Received, openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const workers = [await trilho.startServer({ workers: true }), await trilho.startServer({ workers: true })]
const servers = [trilho, ...workers]

/** A cash-out goes through all of these; each is an event. */
const steps = ['register', 'complete', 'reverse']
const states = ['Registered', 'Completed', 'Reversed']

type Move =
  | { kind: 'advance'; transaction: number }
  | { kind: 'answer'; status: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'resend'; transaction: number; event: number }
  | { kind: 'resendAll' }

const move = (weight: number, made: fc.Arbitrary<Move>) => ({ weight, arbitrary: made })
const transaction = fc.nat(2)

/** What can happen, in any order: a state change, another mood of the receiver, time, and a person who resends. */
const moves = fc.array(
  fc.oneof(
    move(
      5,
      transaction.map(transaction => ({ kind: 'advance', transaction })),
    ),
    move(
      4,
      fc.constantFrom(200, 500, 410, 503).map(status => ({ kind: 'answer', status })),
    ),
    move(
      3,
      fc.constantFrom(7_000, 40_000, 200_000, 90_000_000).map(ms => ({ kind: 'wait', ms })),
    ),
    move(
      2,
      fc.tuple(transaction, fc.nat(2)).map(([transaction, event]) => ({ kind: 'resend', transaction, event })),
    ),
    move(1, fc.constant({ kind: 'resendAll' })),
  ),
  { minLength: 6, maxLength: 24 },
)

type Call = { id: string; position: number; status: number }

async function newShop() {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const answer = { status: 200 }
  const calls: Call[] = []
  const sink = await openSink({
    instead: response => {
      const { id, transactionState } = (sink.received.at(-1) as Received).body as {
        id: string
        transactionState: string
      }
      calls.push({ id, position: states.indexOf(transactionState), status: answer.status })
      response.writeHead(answer.status).end()
    },
  })
  const webhook = { url: sink.url }
  const ids = await Promise.all([0, 1, 2].map(() => merchant.createCashOut({ amount: '1', webhook })))
  return { merchant, deliveries: deliveriesOf(merchant), answer, calls, sink, ids, stepsDone: [0, 0, 0] }
}

type Shop = Awaited<ReturnType<typeof newShop>>

/** Nothing is being sent, and nothing is due. */
const quiet = ({ merchant }: Shop) =>
  eventually(async () => {
    const busy = await trilho.sql`
      select 1 from webhook_events
       where merchant_id = ${merchant.merchantId} and (stage = 'Sending' or next_attempt_at <= ${trilho.needs.clock()})`
    expect(busy).toHaveLength(0)
  })

async function play(shop: Shop, one: Move): Promise<unknown> {
  const { merchant, deliveries, answer, ids, stepsDone, sink } = shop
  switch (one.kind) {
    case 'advance': {
      const step = steps[stepsDone[one.transaction] ?? 3]
      if (step === undefined) return
      stepsDone[one.transaction] = (stepsDone[one.transaction] ?? 0) + 1
      return merchant.simulate(step, ids[one.transaction] ?? '')
    }
    case 'answer':
      answer.status = one.status
      return
    case 'wait':
      await quiet(shop)
      return later(one.ms, servers)
    case 'resend': {
      const { items } = (await deliveries.list(`?transactionId=${ids[one.transaction]}`)).body.data
      const requested = items[one.event]
      return requested && expect([200, 409]).toContain((await deliveries.resend(requested.id)).status)
    }
    case 'resendAll':
      return expect((await deliveries.resendAll({ url: sink.url })).status).toBe(200)
  }
}

/** The receiver is well again: in the end only what a newer state has overtaken is undelivered. */
async function settle(shop: Shop) {
  shop.answer.status = 200
  await quiet(shop)
  await later(100_000_000, servers)
  await quiet(shop)
  await eventually(async () => {
    for (const state of ['Pending', 'Failed'])
      for (const { id } of (await shop.deliveries.list(`?state=${state}`)).body.data.items)
        expect((await shop.deliveries.resend(id)).status).toBe(409)
  })
  await quiet(shop)
  shop.sink.close()
}

const isDone = (calls: Call[], position: number) => {
  const tried = calls.filter(call => call.position === position)
  return tried.length >= 11 || tried.some(call => call.status === 200 || call.status === 410)
}

test('of one transaction no older state comes after a newer one was accepted, and no newer one before an older is done', async () => {
  await assertProperty(
    fc.asyncProperty(moves, async played => {
      const shop = await newShop()
      for (const one of played) await play(shop, one)
      await settle(shop)
      for (const [i, id] of shop.ids.entries()) {
        const calls = shop.calls.filter(call => call.id === id)
        let newestAccepted = -1
        for (const [at, { position, status }] of calls.entries()) {
          expect(position).toBeGreaterThanOrEqual(newestAccepted)
          for (let older = 0; older < position; older++) expect(isDone(calls.slice(0, at), older)).toBe(true)
          if (status === 200) newestAccepted = position
        }
        expect(newestAccepted).toBe((shop.stepsDone[i] ?? 0) - 1)
      }
    }),
    { runs: 25 },
  )
})
