import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { deliveriesOf, eventually } from '../../../test/kit/delivery-kit.ts'
import { rowOf, waiting } from '../../../test/kit/meet.ts'
import { silentDoor } from '../../../test/kit/silent-door.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { callFor, channel } from './channel.ts'
import { deliverDue } from './deliver-due.ts'
import { deliverer } from './deliver.ts'
import type { WebhookEvent } from './event.ts'
import { webhookLanes } from './lanes.ts'
import { attemptMs, leaseMs } from './retry-schedule.ts'
import { laneHash, laneOwners } from './senders/lane-owners.ts'
import { endToEndId } from '../../platform/brazil/end-to-end-id.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()
const deliveries = deliveriesOf(api)

test('an event waits for the one before it, and goes as soon as that one is done', async () => {
  const held: ServerResponse[] = []
  const sink = await openSink({ instead: response => held.push(response) })
  // On a database of its own: in the tests below nobody sends but themselves.
  const other = await openTrilho()
  const api = await other.newMerchant()
  await other.startServer({ workers: true })
  const id = await api.createCashIn({ webhook: { url: sink.url } })
  const completed = api.simulate('complete', id)
  await sink.waitForEvents(id, 1)
  // The refund is done; its event is queued, which counts as called.
  expect((await api.simulate('refund', id)).status).toBe(200)
  expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual(['Completed'])
  expect((await api.read(id)).body.data.webhook.deliveryStatus).toBe('Pending')
  held[0]?.end()
  expect((await completed).status).toBe(200)
  await sink.waitForEvents(id, 2)
  held[1]?.end()
  await eventually(async () => expect((await api.read(id)).body.data.webhook.deliveryStatus).toBe('Success'))
  expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual(['Completed', 'Refunded'])
})

const newEndToEndId = () => endToEndId({ ispb: '99999999', at: new Date() })

/** Two events of a transaction: the first is ours to send, the second waits for it. */
async function twoEvents(url: string, merchant = api): Promise<[WebhookEvent, WebhookEvent]> {
  const transaction = { merchantId: merchant.merchantId, id: await merchant.createCashIn({ webhook: { url } }) }
  const paid = { kind: 'paid', amount: 10_500_000n, participant: null, endToEndId: newEndToEndId() } as const
  const forcedReturn = { kind: 'forcedReturn', refundId: crypto.randomUUID(), amount: null } as const
  const door = silentDoor(trilho.needs)
  const [first] = (await door.apply({ ...transaction, event: paid })).webhookEvents
  const [second] = (await door.apply({ ...transaction, event: forcedReturn })).webhookEvents
  if (first === undefined || second === undefined) throw new Error('there are no events')
  return [first, second]
}

test('when an event is done, the process that has the lane of the next one is called', async () => {
  const sink = await openSink()
  const owners = laneOwners()
  owners.learn(times(50, () => crypto.randomUUID()))
  const { deliver } = deliverer({
    ...trilho.needs,
    lanes: webhookLanes({ ...trilho.needs, owners }),
    laneOwners: owners,
  })
  const calls: string[] = []
  await trilho.sql.listen(channel, call => calls.push(call))
  const [first] = await twoEvents(sink.url)
  expect(await deliver(first)).toMatchObject({ success: true })
  await eventually(() => expect(calls).toHaveLength(1))
  expect(calls).toEqual([callFor([owners.ownerOf(laneHash(first))])])
})

test('an attempt is recorded once, also while somebody else holds the next event, which then goes by its own time', async () => {
  const sink = await openSink()
  // Its patience is a server's: the test's own database waits for a held row for half a minute.
  const sql = openDatabase(trilho.databaseUrl, { connections: 2 })
  const { deliver } = deliverer({ ...trilho.needs, sql })
  const [first, second] = await twoEvents(sink.url)
  await trilho.sql.begin(async tx => {
    await rowOf('webhook_events', second.id)(tx)
    expect(await deliver(first)).toMatchObject({ outcome: 'answered', success: true })
  })
  await sql.end()
  expect(await deliveries.read(first.id)).toMatchObject({ status: 'Success', attemptCount: 1 })

  const due = deliverDue({ ...trilho.needs, clock: () => new Date(trilho.needs.clock().getTime() + leaseMs) })
  due.call()
  await untilDone(() => due.step())
  await sink.waitForEvents(second.transactionId ?? '', 2)
  await eventually(async () => expect(await deliveries.read(second.id)).toMatchObject({ status: 'Success' }))
})

test('while somebody else holds an event of one merchant, attempts of others are recorded', async () => {
  const held: ServerResponse[] = []
  const sink = await openSink({ instead: response => held.push(response) })
  const sql = openDatabase(trilho.databaseUrl, { connections: 4 })
  const { deliver } = deliverer({ ...trilho.needs, sql })
  const [[first], [second]] = [await twoEvents(sink.url), await twoEvents(sink.url)]
  const [others] = await twoEvents(sink.url, await trilho.newMerchant())
  const sending = [deliver(first), deliver(second), deliver(others)]
  await eventually(() => expect(held).toHaveLength(3))
  const answer = (event: WebhookEvent) =>
    held[sink.received.findIndex(({ body }) => body.id === event.transactionId)]?.end()
  await trilho.sql.begin(async tx => {
    for (const { id } of [first, second]) await rowOf('webhook_events', id)(tx)
    answer(first)
    // The next two are recorded together, once that one is not waited for any more.
    await eventually(async () => expect(await waiting(trilho.sql)).toHaveLength(1))
    answer(second)
    answer(others)
    expect(await sending[2]).toMatchObject({ outcome: 'answered', success: true })
  })
  await Promise.all(sending)
  await sql.end()
})

test('an event whose turn comes so late that its call might outlast the lease is handed back, not sent beside another', async () => {
  const sink = await openSink()
  let lateMs = 0
  const { deliver } = deliverer({
    ...trilho.needs,
    clock: () => new Date(trilho.needs.clock().getTime() + lateMs),
    faultFor: async () => {
      lateMs = leaseMs - attemptMs
      return null
    },
  })
  const [first] = await twoEvents(sink.url)
  expect(await deliver(first)).toMatchObject({ outcome: 'queued' })
  expect(sink.received).toEqual([])
  expect(await trilho.sql`select stage, attempts from webhook_events where id = ${first.id}`).toMatchObject([
    { stage: 'Due', attempts: 0 },
  ])
})
