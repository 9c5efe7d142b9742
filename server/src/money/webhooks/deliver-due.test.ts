import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { deliveriesOf, eventually, later } from '../../../test/kit/delivery-kit.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { freePort } from '../../platform/db/embedded-postgres.ts'
import { retryDelaysMs } from './retry-schedule.ts'

const trilho = await openTrilho()
const worker = await trilho.startServer({ workers: true })
const servers = [trilho, worker]
const api = await trilho.newMerchant()
const deliveries = deliveriesOf(api)
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const attemptsOf = (id: string, count: number) =>
  eventually(async () => {
    const delivery = await deliveries.newestOf(id)
    expect(delivery.attempts).toHaveLength(count)
    return delivery
  })

test('an event is retried after every pause of the schedule under the same id, then given up', async () => {
  const down = await openSink({ status: 500 })
  const id = await api.createCashIn({ webhook: { url: down.url } })
  await api.simulate('complete', id)
  for (const [i, delayMs] of retryDelaysMs.entries()) {
    const before = await attemptsOf(id, i + 1)
    expect(before).toMatchObject({ status: 'Failed', attemptCount: i + 1, lastAnswer: 'HTTP 500' })
    const waits = Date.parse(before.nextAttemptDate) - Date.parse(before.lastAttemptDate)
    expect(Math.abs(waits - delayMs)).toBeLessThan(delayMs * 0.1 + 2_000)
    await later(Date.parse(before.nextAttemptDate) - worker.needs.clock().getTime(), servers)
  }
  const last = await attemptsOf(id, 11)
  expect(last).toMatchObject({ status: 'Failed', nextAttemptDate: null })
  expect(last.attempts.map((attempt: { number: number }) => attempt.number)).toEqual(times(11, i => i + 1))
  expect(last.attempts.at(-1).nextAttemptDate).toBeNull()
  const received = down.eventsOf(id)
  expect(new Set(received.map(event => event.headers['webhook-id']))).toEqual(new Set([last.id]))
  expect(new Set(received.map(event => event.text)).size).toBe(1)
  expect(new Set(received.map(event => event.headers['webhook-timestamp'])).size).toBe(11)
  const { webhook } = (await api.read(id)).body.data
  expect(webhook).toMatchObject({ deliveryStatus: 'Failed', deliveryTime: last.lastAttemptDate })
})

test('410 ends the retries at once', async () => {
  const gone = await openSink({ status: 410 })
  const id = await api.createCashIn({ webhook: { url: gone.url } })
  await api.simulate('complete', id)
  expect(await attemptsOf(id, 1)).toMatchObject({ status: 'Failed', lastAnswer: 'HTTP 410', nextAttemptDate: null })
})

test.each([429, 503])('Retry-After of a %i is honoured', async status => {
  const answer = { status, headers: { 'retry-after': '7200' } }
  const busy = await openSink(answer)
  const id = await api.createCashIn({ webhook: { url: busy.url } })
  await api.simulate('complete', id)
  const { nextAttemptDate } = await attemptsOf(id, 1)
  const waitsMs = Date.parse(nextAttemptDate) - worker.needs.clock().getTime()
  expect(waitsMs).toBeGreaterThan(7_190_000)
  expect(waitsMs).toBeLessThan(7_920_000)
  answer.status = 200
  await later(waitsMs, servers)
  expect(await attemptsOf(id, 2)).toMatchObject({ status: 'Success', nextAttemptDate: null })
})

const notHttp = createServer(socket => socket.end('hello\r\n\r\n'))
await new Promise<void>(resolve => notHttp.listen(0, '127.0.0.1', resolve))
afterAll(() => notHttp.close())
const plain = await openSink()

/**
 * Each way a receiver can be bad: what the attempt then says, and whether the circuit takes it for unreachable. One that
 * never answers takes its ten seconds in unreachable-webhook.test.ts.
 */
test.each<[what: string, url: string, attempt: object]>([
  [
    'refuses connections',
    `http://127.0.0.1:${await freePort()}/`,
    { outcome: 'noConnection', error: 'the connection was refused' },
  ],
  ['has an unknown name', 'http://nobody.invalid/', { outcome: 'noConnection', error: 'the host is unknown' }],
  [
    'hangs up',
    (await openSink({ instead: r => r.destroy() })).url,
    { outcome: 'noAnswer', error: expect.stringMatching(/^the connection was/) },
  ],
  [
    'resets',
    (await openSink({ instead: r => (r.socket as import('node:net').Socket).resetAndDestroy() })).url,
    { outcome: 'noAnswer', error: 'the connection was reset before an answer came' },
  ],
  [
    'speaks no HTTP',
    `http://127.0.0.1:${(notHttp.address() as { port: number }).port}/`,
    { outcome: 'noAnswer', error: 'the answer is not HTTP' },
  ],
  [
    'speaks no TLS',
    plain.url.replace('http:', 'https:'),
    { outcome: 'noAnswer', error: expect.stringMatching(/^no proper answer: /) },
  ],
  [
    'redirects',
    (await openSink({ status: 302, headers: { location: plain.url } })).url,
    { outcome: 'answered', httpStatus: 302, error: null },
  ],
  [
    'fails',
    (await openSink({ instead: r => r.writeHead(500).end('Ops\u0000: falhou 😀') })).url,
    { outcome: 'answered', httpStatus: 500, answer: 'Ops : falhou 😀' },
  ],
  [
    'fails at length',
    (await openSink({ instead: r => r.writeHead(500).end('ã'.repeat(500_000)) })).url,
    { httpStatus: 500, answer: 'ã'.repeat(512) },
  ],
  [
    'fails slowly',
    (await openSink({ instead: r => r.writeHead(500).write('wait') })).url,
    { httpStatus: 500, answer: 'wait', error: null },
  ],
])('a receiver that %s is a failed attempt in words, with a retry to come', async (_, url, attempt) => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ webhook: { url } })
  await merchant.simulate('complete', id)
  const delivery = await deliveriesOf(merchant).newestOf(id)
  expect(delivery).toMatchObject({
    transactionId: id,
    transactionState: 'Completed',
    url,
    status: 'Failed',
    attemptCount: 1,
  })
  expect(delivery.attempts).toMatchObject([{ number: 1, date: timestamp, latencyMs: expect.any(Number), ...attempt }])
  expect(Date.parse(delivery.nextAttemptDate)).toBeGreaterThan(Date.parse(delivery.lastAttemptDate))
  expect((await merchant.read(id)).body.data.webhook.deliveryStatus).toBe('Failed')
  expect(plain.received).toEqual([])
})

test('events that waited while nothing ran are delivered after a restart, each once, by several workers', async () => {
  const merchant = await trilho.newMerchant()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hook`
  const ids = await Promise.all(times(60, () => merchant.createCashIn({ webhook: { url } })))
  await Promise.all(ids.map(id => merchant.simulate('complete', id)))
  expect((await deliveriesOf(merchant).resendAll({ url })).body.data).toEqual({ resent: 60, resentIsExact: true })
  // Time moves on while nothing is being sent, so that no lease runs out by that.
  await eventually(async () =>
    expect(await trilho.sql`select 1 from webhook_events where stage = 'Sending'`).toHaveLength(0),
  )
  await later(10_000, servers)
  const sink = await openSink({}, port)
  for (const other of [await trilho.startServer({ workers: true }), await trilho.startServer({ workers: true })])
    other.clock.aheadMs = worker.clock.aheadMs
  await eventually(async () => {
    const failed = await Promise.all(['Pending', 'Failed'].map(state => deliveriesOf(merchant).list(`?state=${state}`)))
    expect(failed.flatMap(page => page.body.data.items)).toEqual([])
  })
  expect(sink.received).toHaveLength(60)
  expect(new Set(sink.received.map(event => event.body.id))).toEqual(new Set(ids))
})
