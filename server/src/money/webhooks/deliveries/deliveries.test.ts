import { expect, test } from 'vitest'
import { call } from '../../../../test/kit/api-client.ts'
import { deliveriesOf, eventually, later } from '../../../../test/kit/delivery-kit.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const worker = await trilho.startServer({ workers: true })
const servers = [trilho, worker]
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const unknown = '019a0000-0000-7000-8000-000000000000'

/** A merchant, a receiver whose answer can be changed, and what is needed to make and see events. */
async function newShop() {
  const merchant = await trilho.newMerchant()
  const answer: { status: number } = { status: 200 }
  const sink = await openSink(answer)
  const pay = async (url = sink.url) => {
    const id = await merchant.createCashIn({ webhook: { url } })
    await merchant.simulate('complete', id)
    return id
  }
  const deliveries = deliveriesOf(merchant)
  const items = async (query = '') => (await deliveries.list(query)).body.data.items as Record<string, unknown>[]
  return { merchant, answer, sink, pay, deliveries, items }
}

test('a delivery shows what was sent, to whom, and what came of it', async () => {
  const { sink, pay, deliveries, items } = await newShop()
  const id = await pay()
  const event = {
    id: sink.eventsOf(id)[0]?.headers['webhook-id'],
    transactionId: id,
    transactionState: 'Completed',
    event: null,
    url: sink.url,
    status: 'Success',
    attemptCount: 1,
    lastAttemptDate: timestamp,
    lastAnswer: 'HTTP 200',
    nextAttemptDate: null,
    creationDate: timestamp,
  }
  expect(await items()).toStrictEqual([event])
  expect(await deliveries.read(String(event.id))).toStrictEqual({
    ...event,
    payload: sink.eventsOf(id)[0]?.body,
    attempts: [
      {
        number: 1,
        date: timestamp,
        outcome: 'answered',
        httpStatus: 200,
        latencyMs: expect.any(Number),
        answer: '',
        error: null,
        nextAttemptDate: null,
      },
    ],
  })
})

test('the list pages by cursor, newest first, and lists every delivery once', async () => {
  const { pay, deliveries } = await newShop()
  const ids: string[] = []
  for (let i = 0; i < 12; i++) ids.push(await pay())
  const pages: string[][] = []
  let cursor = ''
  do {
    const { data } = (await deliveries.list(`?dataset.limit=5${cursor}`)).body
    pages.push(data.items.map((item: { transactionId: string }) => item.transactionId))
    expect(data.limit).toBe(5)
    cursor = data.nextCursor === null ? '' : `&cursor=${data.nextCursor}`
  } while (cursor !== '')
  expect(pages.map(page => page.length)).toEqual([5, 5, 2])
  expect(pages.flat()).toEqual(ids.toReversed())
})

test('the list filters by state, transaction and time', async () => {
  const { answer, pay, items } = await newShop()
  const delivered = await pay()
  answer.status = 500
  const start = new Date()
  await eventually(() => expect(Date.now()).toBeGreaterThan(start.getTime()))
  const failed = await pay()
  const idsOf = async (query: string) => (await items(query)).map(item => item.transactionId)
  expect(await idsOf('?state=Success')).toEqual([delivered])
  expect(await idsOf('?state=Failed')).toEqual([failed])
  expect(await idsOf('?state=Pending')).toEqual([])
  expect(await idsOf(`?transactionId=${delivered}`)).toEqual([delivered])
  expect(await idsOf(`?transactionId=${unknown}`)).toEqual([])
  expect(await idsOf(`?startDate=${start.toISOString()}`)).toEqual([failed])
  expect(await idsOf(`?endDate=${start.toISOString()}`)).toEqual([delivered])
})

test.each(['state=Sent', 'transactionId=x', 'dataset.limit=7', 'startDate=yesterday', 'cursor=x'])(
  'a list asked for with %s is an invalid request',
  async query => {
    const { deliveries } = await newShop()
    const { status, body } = await deliveries.list(`?${query}`)
    expect([status, body.error.name]).toEqual([400, 'InvalidRequestFormatError'])
  },
)

test('a delivery of somebody else is not found, and nobody sees it in a list', async () => {
  const [mine, other] = [await newShop(), await newShop()]
  await other.pay()
  const [{ id } = { id: '' }] = await other.items()
  for (const requested of [String(id), unknown, 'abc']) {
    const answers = [
      await mine.merchant.get(`/webhooks/deliveries/${requested}`),
      await mine.deliveries.resend(requested),
    ]
    for (const { status, body } of answers)
      expect([status, body.error.details.reason]).toEqual([404, 'DeliveryNotFound'])
  }
  expect(await mine.items()).toEqual([])
  expect((await mine.deliveries.resendAll({ url: other.sink.url })).body.data).toEqual({
    resent: 0,
    resentIsExact: true,
  })
  expect(other.sink.received).toHaveLength(1)
})

test.each([
  ['GET', '/webhooks/deliveries'],
  ['GET', `/webhooks/deliveries/${unknown}`],
  ['POST', `/webhooks/deliveries/${unknown}/resend`],
  ['POST', '/webhooks/resend'],
])('%s %s needs the token', async (method, path) => {
  expect((await call(trilho.url + path, { method })).status).toBe(401)
})

test('a failed event is sent again by hand at once, under the same id, from the beginning of the schedule', async () => {
  const { answer, sink, pay, deliveries } = await newShop()
  answer.status = 410
  const id = await pay()
  const { id: deliveryId } = await deliveries.newestOf(id)
  answer.status = 500
  const { status, body } = await deliveries.resend(deliveryId)
  expect([status, body.data.id, body.data.status]).toEqual([200, deliveryId, 'Failed'])
  await sink.waitForEvents(id, 2)
  const again = await eventually(async () => {
    const delivery = await deliveries.read(deliveryId)
    expect(delivery).toMatchObject({ attemptCount: 2, status: 'Failed' })
    return delivery
  })
  expect(Date.parse(again.nextAttemptDate) - Date.parse(again.lastAttemptDate)).toBeLessThan(7_000)
  answer.status = 200
  await later(7_000, servers)
  await eventually(async () =>
    expect(await deliveries.read(deliveryId)).toMatchObject({ attemptCount: 3, status: 'Success' }),
  )
  expect(new Set(sink.eventsOf(id).map(event => event.headers['webhook-id']))).toEqual(new Set([deliveryId]))
})

test('a delivered event can be sent again, but not once a newer state has been delivered', async () => {
  const { merchant, sink, pay, deliveries } = await newShop()
  const id = await pay()
  const { id: completed } = await deliveries.newestOf(id)
  expect((await deliveries.resend(completed)).status).toBe(200)
  await eventually(async () =>
    expect(await deliveries.read(completed)).toMatchObject({ attemptCount: 2, status: 'Success' }),
  )
  await merchant.simulate('refund', id)
  await sink.waitForEvents(id, 3)
  await eventually(async () => expect((await deliveries.newestOf(id)).status).toBe('Success'))
  const { status, body } = await deliveries.resend(completed)
  expect([status, body.error.details.reason]).toEqual([409, 'DeliverySuperseded'])
  expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual(['Completed', 'Completed', 'Refunded'])
})

test('a state that was delivered once holds the older ones back for good, also when it was sent again in vain', async () => {
  const { merchant, answer, sink, pay, deliveries } = await newShop()
  const id = await pay()
  await merchant.simulate('reverse', id)
  await sink.waitForEvents(id, 2)
  // An event that is still being sent would not be sent again.
  await eventually(async () => expect((await deliveries.newestOf(id)).status).toBe('Success'))
  const [newer, older] = (await deliveries.list(`?transactionId=${id}`)).body.data.items
  answer.status = 500
  expect((await deliveries.resend(newer.id)).status).toBe(200)
  await sink.waitForEvents(id, 3)
  await eventually(async () => expect((await deliveries.read(newer.id)).status).toBe('Failed'))
  answer.status = 200
  const { status, body } = await deliveries.resend(older.id)
  expect([status, body.error.details.reason]).toEqual([409, 'DeliverySuperseded'])
  await later(7_000, servers)
  await eventually(async () => expect((await deliveries.read(newer.id)).status).toBe('Success'))
  expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual([
    'Completed',
    'Reversed',
    'Reversed',
    'Reversed',
  ])
})

test('everything undelivered to one address, or in a time, is sent again, in order, and counted', async () => {
  const { merchant, answer, sink, pay, deliveries, items } = await newShop()
  await pay()
  answer.status = 410
  const ids = await Promise.all(times(3, () => pay()))
  await merchant.simulate('refund', ids[0] ?? '')
  await pay(`${sink.url}/other`)
  await eventually(async () => expect(await items('?state=Failed')).toHaveLength(5))
  answer.status = 200
  const before = sink.received.length
  expect((await deliveries.resendAll({ url: sink.url })).body.data).toEqual({ resent: 4, resentIsExact: true })
  await eventually(async () => expect(await items('?state=Failed')).toHaveLength(1))
  const again = sink.received.slice(before).map(event => [event.body.id, event.body.transactionState])
  expect(again).toHaveLength(4)
  expect(again.filter(([id]) => id === ids[0])).toEqual([
    [ids[0], 'Completed'],
    [ids[0], 'Refunded'],
  ])

  const window = (startMs: number, endMs: number) => ({
    startDate: new Date(trilho.needs.clock().getTime() + startMs).toISOString(),
    endDate: new Date(trilho.needs.clock().getTime() + endMs).toISOString(),
  })
  expect((await deliveries.resendAll(window(-600_000, -300_000))).body.data).toEqual({ resent: 0, resentIsExact: true })
  expect((await deliveries.resendAll(window(-300_000, 0))).body.data).toEqual({ resent: 1, resentIsExact: true })
  await eventually(async () => expect(await items('?state=Failed')).toEqual([]))
  expect((await deliveries.resendAll({ url: sink.url })).body.data).toEqual({ resent: 0, resentIsExact: true })
})

test.each([{}, { startDate: 'x' }, { url: '' }, { url: 'a\u0000' }, { other: 1 }])(
  'a resend of %j is an invalid request',
  async body => {
    const { deliveries } = await newShop()
    expect((await deliveries.resendAll(body)).status).toBe(400)
  },
)
