import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { apiClient, call } from '../../../../test/kit/api-client.ts'
import { type Frame, openStream } from '../../../../test/kit/event-stream.ts'
import { isCitus } from '../../../../test/kit/databases.ts'
import { explain } from '../../../../test/kit/explain.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'
import { createAccessKey } from '../../../tenancy/access-keys/create-access-key.ts'
import { storeWebhookUrl } from '../../../tenancy/merchants/webhook-settings.ts'
import { firstUuidOf, uuidv7 } from '../../../platform/lib/uuid.ts'
import { enqueueEvents } from '../enqueue-events.ts'
import { sendTestEvent } from '../send-test-event.ts'
import { limits } from './limits.ts'
import { readNewEvents } from './read-new-events.ts'
import { selectEvents, selectIdsAfter } from './sql.ts'
import { whileTaken } from './stream-events.ts'

const trilho = await openTrilho()
const sink = await openSink()

type Merchant = Awaited<ReturnType<typeof trilho.newMerchant>>
const webhook = { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: '42' }

async function pay(merchant: Merchant): Promise<string> {
  const id = await merchant.createCashIn({ webhook })
  expect((await merchant.simulate('complete', id)).status).toBe(200)
  return id
}

const readerOf = ({ merchantId }: Merchant) => ({ merchantId, scopes: ['payments' as const] })
const isOf = (id: string) => (frame: Frame) => JSON.parse(frame.data.body).id === id
const idsOf = (frames: readonly Frame[]) => frames.map(frame => JSON.parse(frame.data.body).id)

test('events come as they happen, with the body, the headers and a signature like those of a delivery', async () => {
  const merchant = await trilho.newMerchant()
  await pay(merchant)
  const stream = await openStream(`${trilho.url}/v1/partners-int`, merchant)
  expect(stream.status).toBe(200)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const id = await pay(merchant)
  const frame = await stream.waitFor(isOf(id))
  const [delivered] = await sink.waitForEvents(id, 1)
  expect(stream.frames).toHaveLength(1)
  expect(frame).toMatchObject({ id: delivered?.headers['webhook-id'], event: 'transactionCompleted' })
  expect(frame.data).toMatchObject({ id: frame.id, url: sink.url, body: delivered?.text })
  const ofConnection = new Set(['host', 'connection', 'content-length'])
  const names = Object.keys(delivered?.headers ?? {}).filter(name => !ofConnection.has(name))
  expect(Object.keys(frame.data.headers).toSorted()).toEqual(names.toSorted())
  expect(frame.data.headers).toMatchObject({ 'x-shop': '42', 'user-agent': delivered?.headers['user-agent'] })
  const event = new Webhook(merchant.webhookSecret).verify(frame.data.body, frame.data.headers)
  expect(event).toMatchObject({ id, transactionState: 'Completed' })
})

test('who comes again gets what happened meanwhile, also from another process, and nobody else does', async () => {
  const merchant = await trilho.newMerchant()
  const outsider = await openStream(trilho.url, await trilho.newMerchant())
  const first = await openStream(trilho.url, merchant)
  const seen = await first.waitFor(isOf(await pay(merchant)))
  first.leave()
  const missed = [await pay(merchant), await pay(merchant)]
  const { url } = await trilho.startServer()
  const second = await openStream(url, { ...merchant, lastEventId: seen.id })
  const next = await pay(merchant)
  await second.waitFor(isOf(next))
  expect(idsOf(second.frames)).toEqual([...missed, next])
  expect(outsider.frames).toEqual([])
})

test('everything since a moment is replayed, oldest first, in more steps than one', async () => {
  const merchant = await trilho.newMerchant()
  const before = await pay(merchant)
  const since = new Date(Date.now() + 1).toISOString()
  const count = 2 * limits.eventsAtOnce + 1
  const ids = times(count, () => crypto.randomUUID())
  // Each has an event of its own; made here, because hundreds of payments take longer.
  for (const id of ids) await writeEvent(merchant, { id: uuidv7(Date.now() + 2), of: id })
  const stream = await openStream(trilho.url, { ...merchant, since })
  await stream.waitFor(isOf(ids.at(-1) ?? ''))
  expect(idsOf(stream.frames)).toEqual(ids)
  expect(idsOf(stream.frames)).not.toContain(before)
})

/** An event as another process would write it, in a transaction that goes on until `until` is done. */
async function writeEvent(
  { merchantId }: Merchant,
  { id, of, until }: { id: string; of: string; until?: Promise<unknown> },
) {
  const payload = JSON.stringify({ id: of, transactionState: 'Completed' })
  const header = { headerName: null, headerValue: null }
  await trilho.sql.begin(async tx => {
    const createdAt = new Date()
    await enqueueEvents(tx, [
      { merchantId, id, transactionId: null, position: 1, payload, url: sink.url, ...header, createdAt },
    ])
    await until
  })
}

test('an event that is committed late, with an id older than others that were sent, is sent all the same', async () => {
  const merchant = await trilho.newMerchant()
  const stream = await openStream(trilho.url, merchant)
  const late = crypto.randomUUID()
  const gate = Promise.withResolvers<void>()
  const writing = writeEvent(merchant, { id: uuidv7(Date.now() - 5_000), of: late, until: gate.promise })
  const newer = await stream.waitFor(isOf(await pay(merchant)))
  // So long that the stream has looked again since.
  const after = await stream.waitFor(isOf(await pay(merchant)))
  gate.resolve()
  await writing
  const found = await stream.waitFor(isOf(late))
  expect(found.id < newer.id).toBe(true)
  expect(idsOf(stream.frames)).toHaveLength(3)

  const again = await openStream(trilho.url, { ...merchant, lastEventId: after.id })
  await again.waitFor(isOf(late))
  expect(again.frames.map(frame => frame.id)).toEqual([found.id, newer.id])
})

test('each event is read once however long a stream lasts', async () => {
  const merchant = await trilho.newMerchant()
  const clock = { ms: Date.now() }
  const readNext = await readNewEvents({ sql: trilho.sql, clock: () => new Date(clock.ms) }, readerOf(merchant), {})
  const read: string[] = []
  for (const _ of times(20, () => null)) {
    await writeEvent(merchant, { id: uuidv7(clock.ms), of: 'x' })
    // One of a transaction that began before.
    await writeEvent(merchant, { id: uuidv7(clock.ms - limits.overlapMs + 1_000), of: 'x' })
    clock.ms += limits.overlapMs / 4
    read.push(...(await readNext()).events.map(event => event.id))
  }
  expect(read).toHaveLength(40)
  expect(new Set(read).size).toBe(40)
})

test.skipIf(isCitus())('a stream that has nothing to send looks by the primary key alone', async () => {
  const { merchantId } = await trilho.newMerchant()
  const id = firstUuidOf(Date.now())
  expect(await explain(trilho.sql, sql => selectIdsAfter(sql, { merchantId, scopes: ['payments'] }, id, 1000))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Index (Only )?Scan webhook_events_pkey$/)]),
  )
  expect(await explain(trilho.sql, sql => selectEvents(sql, merchantId, [id]))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Index Scan webhook_events_pkey$/)]),
  )
})

test('a merchant has so many streams at once; one that ends makes room for another', async () => {
  const merchant = await trilho.newMerchant()
  const streams = await Promise.all(times(limits.ofMerchant, () => openStream(trilho.url, merchant)))
  expect(streams.map(stream => stream.status)).toEqual(times(limits.ofMerchant, () => 200))
  const refused = await merchant.get('/webhooks/events')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(limits.retryAfterSeconds)])
  expect(refused.body.error.details).toMatchObject({
    reason: 'RateLimitExceeded',
    message: 'at most 5 streams can be open at once',
  })
  expect((await (await trilho.newMerchant()).get('/webhooks/events')).status).toBe(200)
  expect((await call(`${trilho.url}/metrics`)).text).toMatch(/^trilho_event_streams_open \d+$/m)
  streams[0]?.leave()
  await expect.poll(async () => (await merchant.get('/webhooks/events')).status).toBe(200)
})

test('a stream ends with its token', async () => {
  const merchant = await trilho.newMerchant()
  const { url } = await trilho.startServer({ others: { TOKEN_LIFETIME: '2' } })
  const stream = await openStream(url, await apiClient(url, merchant))
  await stream.ended
  expect(stream.text()).toMatch(/: the token has expired: log in and connect again\n\n$/)
})

test('a stream ends when its server stops, and says so', async () => {
  const merchant = await trilho.newMerchant()
  const { app, url } = await trilho.startServer()
  const stream = await openStream(url, merchant)
  await Promise.all([app.close(), stream.ended])
  expect(stream.text()).toMatch(/: the server stops: come again\n\n$/)
})

test('a reader that leaves what it was sent is dropped, one that takes it is not', async () => {
  const frames = async function* () {
    yield* times(3, String)
  }
  const taken: string[] = []
  const drop = vi.fn<() => void>()
  for await (const frame of whileTaken(frames(), drop)) taken.push(frame)
  expect([taken, drop.mock.calls]).toEqual([['0', '1', '2'], []])
  await new Promise<void>(dropped => void whileTaken(frames(), dropped, 1).next())
})

test('who has no token, another scope or a wrong id gets the refusal that says so; HEAD opens no stream', async () => {
  expect((await call(`${trilho.url}/webhooks/events`)).status).toBe(401)
  const companies = await trilho.newMerchant({ scopes: ['company-payments'] })
  expect((await companies.get('/webhooks/events')).status).toBe(403)
  const merchant = await trilho.newMerchant()
  const authorization = `Bearer ${merchant.token}`
  const wrong = await call(`${trilho.url}/webhooks/events`, { headers: { authorization, 'last-event-id': 'x' } })
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, '/last-event-id'])
  expect((await merchant.get('/webhooks/events?since=yesterday')).status).toBe(400)
  const posted = await merchant.post('/webhooks/events', {})
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const heads = times(limits.ofMerchant + 1, () =>
    call(`${trilho.url}/webhooks/events`, { method: 'HEAD', headers: { authorization } }),
  )
  expect((await Promise.all(heads)).map(answer => [answer.status, answer.text])).toEqual(heads.map(() => [200, '']))
})

test('a key without the scope of company payments gets none of their events, neither by stream nor as deliveries', async () => {
  const payer = await newPayer(trilho)
  await storeWebhookUrl(trilho.needs, payer.merchantId, { url: sink.url, events: [] })
  const { accessKey, secret } = await createAccessKey(trilho.needs, {
    merchantId: payer.merchantId,
    scopes: ['payments'],
  })
  const limited = await apiClient(trilho.url, { accessKey, secret })
  const [all, some] = [await openStream(trilho.url, payer), await openStream(trilho.url, limited)]
  const { id: requestId, refTransaction } = await payer.createRequest()
  await payer.approve(requestId)
  const id = await pay(payer)
  await some.waitFor(isOf(id))
  await all.waitFor(frame => frame.data.body.includes(refTransaction))
  expect(idsOf(some.frames)).toEqual([id])
  const deliveriesOf = async (reader: Pick<Merchant, 'get'>) =>
    (await reader.get('/webhooks/deliveries')).body.data.items as { id: string; transactionId: string }[]
  expect((await deliveriesOf(limited)).map(one => one.transactionId)).toEqual([id])
  const ofCompany = (await deliveriesOf(payer)).find(one => one.transactionId === refTransaction)
  expect(ofCompany).toBeDefined()
  expect((await limited.get(`/webhooks/deliveries/${ofCompany?.id}`)).status).toBe(404)
})

test('a test event has the name that the reference gives it', async () => {
  const merchant = await trilho.newMerchant()
  const stream = await openStream(trilho.url, merchant)
  const id = uuidv7(Date.now())
  await sendTestEvent(trilho.needs, { id, merchantId: merchant.merchantId, url: sink.url })
  expect((await stream.waitFor(frame => frame.id === id)).event).toBe('testEvent')
})
