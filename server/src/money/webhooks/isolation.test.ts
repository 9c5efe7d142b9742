import { expect, test } from 'vitest'
import { call, clientWith } from '../../../test/kit/api-client.ts'
import { deliveriesOf, eventually, later } from '../../../test/kit/delivery-kit.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { laneOf } from './event.ts'
import { freePort } from '../../platform/db/embedded-postgres.ts'
import { scheduleMs } from './retry-schedule.ts'

const trilho = await openTrilho()
const worker = await trilho.startServer({ workers: true })
const servers = [trilho, worker]

/** Bank and clock do not wait for the webhook: neither does this. */
const complete = async (merchant: { merchantId: string }, ids: string[]) => {
  await Promise.all(
    ids.map(id => trilho.needs.door.apply({ merchantId: merchant.merchantId, id, event: { kind: 'cancelled' } })),
  )
}

test('500 events for a receiver that hangs take a few places, and the events of others go on as ever', async () => {
  const hanging = await openSink({ instead: () => {} })
  const good = await openSink()
  const [one, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const stuck = await Promise.all(times(500, () => one.createCashIn({ webhook: { url: hanging.url } })))
  await complete(one, stuck)
  await eventually(() => expect(hanging.received.length).toBeGreaterThan(0))

  const ids = await Promise.all(
    times(60, i => (i % 2 === 0 ? one : other).createCashIn({ webhook: { url: good.url } })),
  )
  await complete(
    one,
    ids.filter((_, i) => i % 2 === 0),
  )
  await complete(
    other,
    ids.filter((_, i) => i % 2 === 1),
  )
  await eventually(() => expect(good.received).toHaveLength(60))
  // Eight places in each of two processes: no attempt of theirs has timed out, and nothing else was let in.
  expect(hanging.received.length).toBeLessThanOrEqual(16)
  expect((await deliveriesOf(one).list('?state=Success')).body.data.items).toHaveLength(20)
  hanging.close()
})

test('a dead address is left alone after five failures, without using attempts up, and comes back by itself', async () => {
  const merchant = await trilho.newMerchant()
  const deliveries = deliveriesOf(merchant)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hook`
  const ids = await Promise.all(times(40, () => merchant.createCashIn({ webhook: { url } })))
  for (const id of ids.slice(0, 5)) expect((await merchant.simulate('complete', id)).status).toBe(404)
  // A simulation would call the receiver each time.
  for (const id of ids.slice(5)) await merchant.put(`/accounts/transactions/pix/${id}/cancel`)
  const pageOf = async (query: string) => (await deliveries.list(query)).body.data.items
  await eventually(async () => expect(await pageOf('?state=Failed')).not.toHaveLength(0))
  const attempts = async () =>
    (
      await trilho.sql`select sum(attempts)::int as made from webhook_events where merchant_id = ${merchant.merchantId}`
    )[0]?.made
  // Two processes find out at the same time; at most a lane's first places are used up by that.
  expect(await attempts()).toBeLessThanOrEqual(16)
  expect((await call(`${trilho.url}/metrics`)).text).toMatch(/^trilho_webhook_open_circuits [1-9]/m)

  const sink = await openSink({}, port)
  await later(6_000, servers)
  await eventually(() => expect(new Set(sink.received.map(event => event.body.id))).toEqual(new Set(ids)))
  await eventually(async () => expect(await pageOf('?state=Failed')).toHaveLength(0))
  expect(sink.received).toHaveLength(40)
})

test('what has not had its turn for as long as the schedule takes is given up, by transaction, while its receiver is dead', async () => {
  const merchant = await trilho.newMerchant()
  const { merchantId } = merchant
  // Only the process that probes: what another has found out would reach it when days have passed in a moment.
  const { simulate } = clientWith(worker.url, merchant.token)
  const deliveries = deliveriesOf(merchant)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hook`
  const pay = async () => {
    const id = await merchant.createCashIn({ webhook: { url } })
    await simulate('complete', id)
    return id
  }
  const events = () => trilho.sql<{ id: string; transactionId: string; stage: string; attempts: number }[]>`
    select id, transaction_id, stage, attempts from webhook_events where merchant_id = ${merchantId} order by id`
  const unfinished = async () => (await events()).filter(event => event.stage !== 'Finished')
  const attemptsMade = async () => (await events()).reduce((sum, event) => sum + event.attempts, 0)
  const lane = { merchantId, lane: laneOf(url) }
  /** One probe, and it is over: time moves on while nothing is being sent. */
  const probe = async (afterMs: number) => {
    const before = await attemptsMade()
    await later(afterMs, servers)
    await eventually(async () => {
      expect(await attemptsMade()).toBeGreaterThan(before)
      expect(worker.needs.lanes.isShut(lane)).toBe(true)
      expect((await events()).filter(event => event.stage === 'Sending')).toEqual([])
    })
  }

  const ids = await Promise.all(times(40, pay))
  for (const id of ids) await simulate('reverse', id)
  for (let i = 0; i < 8 && !worker.needs.lanes.isLongShut(lane); i++) await probe(61_000)
  expect(await unfinished()).toHaveLength(80)

  // The probe itself has had its turn and is to be tried again; what follows in its transaction waits for it.
  await probe(scheduleMs + 61_000)
  const [probed, behind] = await eventually(async () => {
    const left = await unfinished()
    expect(left).toHaveLength(2)
    return left
  })
  expect(behind?.transactionId).toBe(probed?.transactionId)
  const untried = (await events()).find(event => event.stage === 'Finished' && event.attempts === 0)
  expect(await deliveries.read(untried?.id ?? '')).toMatchObject({
    status: 'Failed',
    attemptCount: 0,
    lastAnswer: 'not sent for three days: the receiver was not reached',
    nextAttemptDate: null,
  })
  await eventually(async () => {
    const notifications =
      await trilho.sql`select subject from queued_notifications where merchant_id = ${merchantId} and kind = 'webhooksFail'`
    expect(notifications).toEqual([{ subject: new URL(url).origin }])
  })

  const newer = await pay()
  expect((await deliveries.resend(untried?.id ?? '')).status).toBe(200)
  for (const _ of times(2, i => i)) await probe(61_000)
  expect(await unfinished()).toHaveLength(4)
  const sink = await openSink({}, port)
  await later(600_000, servers)
  await eventually(async () => expect(await unfinished()).toEqual([]))
  const going = [probed, behind, untried].map(event => event?.transactionId)
  expect(sink.received.map(event => event.body.id).toSorted()).toEqual([...going, newer].toSorted())
})

test('what one process has found out of a receiver the others know: they leave it alone too', async () => {
  const other = await trilho.startServer({ workers: true })
  other.clock.aheadMs = worker.clock.aheadMs
  const bad = await openSink({ instead: response => response.socket?.destroy() })
  const merchant = await trilho.newMerchant()
  const [found, notified] = [clientWith(worker.url, merchant.token), clientWith(other.url, merchant.token)]
  const ids = await Promise.all(times(6, () => merchant.createCashIn({ webhook: { url: bad.url } })))
  for (const id of ids.slice(0, 5)) await found.simulate('complete', id)

  const lane = { merchantId: merchant.merchantId, lane: laneOf(bad.url) }
  await eventually(() => expect(other.needs.lanes.lastFailureIn(lane)).not.toBeNull())
  const calls = bad.received.length
  const good = await openSink()
  const elsewhere = await merchant.createCashIn({ webhook: { url: good.url } })
  for (const id of [ids[5], elsewhere]) await notified.put(`/accounts/transactions/pix/${id}/cancel`)
  await good.waitForEvents(elsewhere, 1)
  expect(bad.received).toHaveLength(calls)
})

test('a process that stops hands back what it has not sent', async () => {
  const hanging = await openSink({ instead: () => {} })
  const merchant = await trilho.newMerchant()
  const stopping = await trilho.startServer()
  stopping.clock.aheadMs = trilho.clock.aheadMs
  const ids = await Promise.all(times(40, () => merchant.createCashIn({ webhook: { url: hanging.url } })))
  await Promise.all(
    ids.map(id => stopping.needs.door.apply({ merchantId: merchant.merchantId, id, event: { kind: 'cancelled' } })),
  )
  await eventually(() => expect(hanging.received.length).toBeGreaterThanOrEqual(8))
  const drained = stopping.needs.drainDeliveries()
  const leased = async () =>
    (
      await trilho.sql`
      select count(*)::int as held from webhook_events
       where merchant_id = ${merchant.merchantId} and stage = 'Sending'`
    )[0]?.held
  // What is being sent here and by the worker; the rest can be taken by anybody.
  await eventually(async () => expect(await leased()).toBeLessThanOrEqual(16))
  hanging.close()
  await drained
})
