import { expect, test } from 'vitest'
import { deliveriesOf, eventually } from '../../../../test/kit/delivery-kit.ts'
import { payer } from '../../../../test/kit/payer.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import { freePort } from '../../../platform/db/embedded-postgres.ts'
import { followClocks } from './move-clock.ts'

const trilho = await openTrilho()
const other = await trilho.startServer({ workers: true })
const sink = await openSink()
const webhook = { url: sink.url }
const [api, bystander] = [await trilho.newMerchant({ balance: '100' }), await trilho.newMerchant()]

type Api = typeof api
const day = 86_400
const move = async (who: Api, forward: number) => (await who.put('/sandbox/clock', { forward })).body.data
const secondsAhead = (date: string) => Math.round((Date.parse(date) - Date.now()) / 1000)
const transactionOf = async (who: Api, id: string) => (await who.read(id)).body.data.transaction

test("a charge expires when its merchant's clock is moved, and another merchant's does not", async () => {
  const [id, untouched] = [await api.createCashIn({ webhook }), await bystander.createCashIn({ webhook })]
  expect((await api.get('/sandbox/clock')).body.data.aheadSeconds).toBe(0)
  const { time, aheadSeconds } = await move(api, day + 1)
  expect([aheadSeconds, Math.abs(secondsAhead(time) - day) < 30]).toEqual([day + 1, true])

  const { state, stateCancelledDate } = await transactionOf(api, id)
  expect([state, Math.abs(secondsAhead(stateCancelledDate) - day) < 30]).toEqual(['Canceled', true])
  expect((await sink.waitForEvents(id, 1)).map(event => event.body.transactionState)).toEqual(['Cancelled'])
  const [event] = sink.eventsOf(id)
  expect(Math.abs(Number(event?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(30)
  expect(await bystander.stateOf(untouched)).toBe('Registered')
  expect((await bystander.get('/sandbox/clock')).body.data.aheadSeconds).toBe(0)
})

test('what is made from then on has the new time, is paid and sent at it, and ends at it', async () => {
  const id = await api.createCashIn({ webhook, expiresIn: 3600 })
  const link = await api.post('/payment-links', {
    title: 'Curso',
    amount: '10',
    endsAt: new Date(Date.now() + (day + 7200) * 1000),
  })
  expect(link.status).toBe(201)
  const past = await api.post('/payment-links', { title: 'Curso', amount: '10', endsAt: new Date(Date.now() + 60_000) })
  expect(past.status).toBe(400)
  const paid = await api.createCashIn({ webhook })
  await api.simulate('complete', paid)
  await api.refund(paid)
  const { date, stateCompletedDate, stateRefundDate } = await transactionOf(api, paid)
  for (const moment of [date, stateCompletedDate, stateRefundDate])
    expect(Math.abs(secondsAhead(moment) - day)).toBeLessThan(30)
  await api.createCashOut({ amount: '5' })

  await move(api, 3601)
  expect(await api.stateOf(id)).toBe('Canceled')
  expect((await api.get(`/payment-links/${link.body.data.id}`)).body.data.state).toBe('Active')
  await move(api, 3600)
  expect((await api.get(`/payment-links/${link.body.data.id}`)).body.data.state).toBe('Ended')
  const [late] = await trilho.sql`
    select count(*)::int from (select posted_at, lag(posted_at) over (partition by merchant_id order by sequence) as before from postings) p
     where posted_at < before`
  expect(late?.count).toBe(0)
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a consent that the payer left waiting ends, and a yes at the bank comes too late', async () => {
  const { id, checkoutUrl } = await api.createInitiation({ webhook })
  const bankUrl = await payer.start(checkoutUrl)
  await move(api, 301)
  expect(await api.stateOf(id)).toBe('Canceled')
  await payer.comeBack(await payer.decide(bankUrl, 'approve'))
  expect(await api.stateOf(id)).toBe('Canceled')
})

test('the retry of a webhook that failed goes out at once', async () => {
  const answer = { status: 500 }
  const down = await openSink(answer)
  const id = await api.createCashIn({ webhook: { url: down.url } })
  await api.simulate('complete', id)
  const before = (await deliveriesOf(api).newestOf(id)).attempts.length
  answer.status = 200
  await move(api, 600)
  const delivered = await eventually(async () => {
    const delivery = await deliveriesOf(api).newestOf(id)
    expect(delivery.status).toBe('Success')
    return delivery
  })
  expect([before, delivered.attempts.length]).toEqual([1, 2])
})

test('a move of days brings retries no further than now: nothing has waited in vain for so long', async () => {
  const shop = await trilho.newMerchant()
  const start = Date.now()
  const url = `http://127.0.0.1:${await freePort()}/`
  const ids = await Promise.all(times(30, () => shop.createCashIn({ webhook: { url } })))
  for (const id of ids) await shop.simulate('complete', id)
  await move(shop, 4 * day)
  const waiting = await trilho.sql<{ nextAttemptAt: Date }[]>`
    select next_attempt_at from webhook_events where merchant_id = ${shop.merchantId}`
  expect(Math.min(...waiting.map(event => event.nextAttemptAt.getTime()))).toBeGreaterThanOrEqual(start)
})

test('the worker ends what becomes due later by a clock that is ahead, and every process knows of it', async () => {
  const mine = await other.needs.readMerchant(api.merchantId)
  await move(api, 60)
  await eventually(async () =>
    expect((await other.needs.readMerchant(api.merchantId)).clockAheadSeconds).toBe(mine.clockAheadSeconds + 60),
  )
  const id = await api.createCashIn({ webhook, expiresIn: 1 })
  await eventually(async () => {
    await followClocks(trilho.needs)
    expect(await api.stateOf(id)).toBe('Canceled')
  })
})

test.each([
  [{ forward: 0 }, 400, 'InvalidRequestFormatError'],
  [{ forward: -60 }, 400, 'InvalidRequestFormatError'],
  [{}, 400, 'InvalidRequestFormatError'],
  [{ forward: 60, to: '2099-01-01T00:00:00Z' }, 400, 'InvalidRequestFormatError'],
  [{ to: '2020-01-01T00:00:00Z' }, 400, 'InvalidRequestFormatError'],
  [{ to: '2099-01-01T00:00:00Z' }, 409, 'OperationError'],
])('a clock is not moved by %j', async (body, status, name) => {
  const answer = await bystander.put('/sandbox/clock', body)
  expect([answer.status, answer.body.error.name]).toEqual([status, name])
  expect((await bystander.get('/sandbox/clock')).body.data.aheadSeconds).toBe(0)
})

test('clocks that are moved at once add up, and never beyond what is allowed', async () => {
  const who = await trilho.newMerchant()
  const answers = await Promise.all([300, 300, 300].map(days => who.put('/sandbox/clock', { forward: days * day })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const to = new Date(Date.now() + 301 * day * 1000).toISOString()
  const { time } = (await who.put('/sandbox/clock', { to })).body.data
  expect(Math.abs(Date.parse(time) - Date.parse(to))).toBeLessThan(30_000)
})
