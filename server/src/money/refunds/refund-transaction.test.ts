import { expect, test } from 'vitest'
import { setWebhookAddress } from '../webhooks/set-webhook-address.ts'
import { optionalEvents } from '../webhooks/states.ts'
import { type Answer, clientWith } from '../../../test/kit/api-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { recordForcedReturn } from './force-return.ts'

const trilho = await openTrilho()
// An event that has to wait for the one before it goes out by a worker.
await trilho.startServer({ workers: true })
const sink = await openSink()
const webhook = { url: sink.url }

type Merchant = Awaited<ReturnType<typeof trilho.newMerchant>>

/** A cash-in that was paid, and who received it. */
async function newPaid(amount = '10.50', settings: Parameters<typeof trilho.newMerchant>[0] = {}) {
  const api = await trilho.newMerchant(settings)
  await setWebhookAddress(trilho.needs, { merchantId: api.merchantId, url: webhook.url, events: optionalEvents })
  const id = await api.createCashIn({ amount, webhook })
  await api.simulate('complete', id)
  return { api, id }
}

const refunded = (id: string, amount: string, refundedAmount: string, transactionState: string) => ({
  statusCode: 'Done',
  data: {
    refundId: expect.any(String),
    amount,
    state: 'Completed',
    transactionId: id,
    transactionState,
    refundedAmount,
  },
})

const isReplay = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true'
const refusalIn = ({ status, body }: Answer) => [status, body.error.details.reason, body.error.details.message]

/** All that a refund can change. */
const snapshot = async (api: Merchant, id: string) => ({
  transaction: (await api.read(id)).body.data.transaction,
  balance: await api.balance().then(({ available, held }) => ({ available, held })),
  rows: await trilho.sql`
    select (select count(*) from postings where transaction_id = ${id}) as postings,
           (select count(*) from webhook_events where transaction_id = ${id}) as events,
           (select count(*) from refunds where transaction_id = ${id}) as refunds`,
})

test.each([
  ['no body', undefined],
  ['an empty body', {}],
  ['the whole amount', { amount: '10.5' }],
])('a refund with %s gives all back, with its state, date and event', async (_title, body) => {
  const { api, id } = await newPaid()
  const answer = await api.refund(id, body)
  expect(answer.status).toBe(201)
  expect(isReplay(answer)).toBe(false)
  expect(answer.body).toStrictEqual(refunded(id, '10.500000', '10.500000', 'Refunded'))
  expect(await api.availableBalance()).toBe('0.000000')

  const { transaction } = (await api.read(id)).body.data
  expect(transaction).toMatchObject({
    state: 'Refunded',
    stateCompletedDate: expect.any(String),
    stateRefundDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    stateReversedDate: null,
    receiptAmount: '10.500000',
    refundedAmount: '10.500000',
  })
  const [, event] = await sink.waitForEvents(id, 2)
  expect(event?.body).toMatchObject({
    transactionState: 'Refunded',
    stateRefundDate: transaction.stateRefundDate,
    transactionRefundedAmount: '10.500000',
  })
})

test('partial refunds go on until all has gone back, each with its event', async () => {
  const { api, id } = await newPaid('10')
  expect((await api.refund(id, { amount: '3' })).body).toStrictEqual(refunded(id, '3.000000', '3.000000', 'Completed'))
  await sink.waitForEvents(id, 2)
  expect((await api.read(id)).body.data.transaction).toMatchObject({
    state: 'Completed',
    stateRefundDate: null,
    refundedAmount: '3.000000',
  })
  expect((await api.refund(id, { amount: '0.000001' })).body.data.refundedAmount).toBe('3.000001')
  await sink.waitForEvents(id, 3)
  expect((await api.refund(id)).body).toStrictEqual(refunded(id, '6.999999', '10.000000', 'Refunded'))
  const events = await sink.waitForEvents(id, 4)
  expect(events.map(({ body }) => [body.transactionState, body.transactionRefundedAmount])).toEqual([
    ['Completed', '0.000000'],
    ['PartiallyRefunded', '3.000000'],
    ['PartiallyRefunded', '3.000001'],
    ['Refunded', '10.000000'],
  ])
  expect(await api.availableBalance()).toBe('0.000000')
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a partial refund of exactly what is left is the last', async () => {
  const { api, id } = await newPaid('10')
  await api.refund(id, { amount: '4' })
  expect((await api.refund(id, { amount: '6' })).body.data.transactionState).toBe('Refunded')
})

test('more than is left is refused with what is left, and nothing moves', async () => {
  const { api, id } = await newPaid('10', { balance: '100' })
  await api.refund(id, { amount: '4' })
  await sink.waitForEvents(id, 2)
  const before = await snapshot(api, id)
  expect(refusalIn(await api.refund(id, { amount: '6.000001' }))).toEqual([
    409,
    'RefundNotAllowed',
    '6.000000 is left to refund',
  ])
  expect(await snapshot(api, id)).toEqual(before)
})

test('of an editable amount what was paid can be refunded, not what was asked', async () => {
  const api = await trilho.newMerchant({ balance: '100' })
  const id = await api.createCashIn({ amount: '10', editable: true, webhook })
  await api.simulate('complete', id, { amount: '7' })
  expect((await api.refund(id, { amount: '10' })).body.error.details.message).toBe('7.000000 is left to refund')
  expect((await api.refund(id)).body.data.amount).toBe('7.000000')
  expect(await api.availableBalance()).toBe('100.000000')
})

test('the charges of the cash-in stay', async () => {
  const { api, id } = await newPaid('100', { balance: '5', chargeFixed: '0.10', chargeRate: 990_000n })
  await api.refund(id, { amount: '40' })
  await api.refund(id)
  expect(await api.availableBalance()).toBe('3.910000')
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a refund repeated under its id is answered with the same bytes and refunds once', async () => {
  const { api, id } = await newPaid('10')
  const first = await api.refund(id, { amount: '3', refundId: 'r-1' })
  expect(first.body.data.refundId).toBe('r-1')
  const again = await api.refund(id, { amount: '3.00', refundId: 'r-1' })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.text).toBe(first.text)
  expect([isReplay(first), isReplay(again)]).toEqual([false, true])
  expect(await api.availableBalance()).toBe('7.000000')
})

test('without an id of the refund an Idempotency-Key does the same', async () => {
  const { api, id } = await newPaid('10')
  const ask = (amount: string, key: string) => api.refund(id, { amount }, { 'idempotency-key': key })
  const [first, again, next, other] = [
    await ask('3', 'k-1'),
    await ask('3', 'k-1'),
    await ask('3', 'k-2'),
    await ask('4', 'k-1'),
  ]
  expect([again.text, isReplay(again)]).toEqual([first.text, true])
  expect([next.status, isReplay(next)]).toEqual([201, false])
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
  expect(await api.availableBalance()).toBe('4.000000')
})

test('a whole refund repeated under its id is answered again, though nothing is left', async () => {
  const { api, id } = await newPaid('10')
  const first = await api.refund(id, { refundId: 'r-1' })
  const again = await api.refund(id, { refundId: 'r-1' })
  expect([again.text, isReplay(again)]).toEqual([first.text, true])
  expect(await api.availableBalance()).toBe('0.000000')
})

test('a repeated refund is answered though the balance would no longer cover it', async () => {
  const { api, id } = await newPaid('10')
  const first = await api.refund(id, { amount: '3', refundId: 'r-1' })
  await api.createCashOut({ amount: '7' })
  expect((await api.refund(id, { amount: '3', refundId: 'r-1' })).text).toBe(first.text)
})

test.each([
  [{ amount: '3' }, { amount: '4' }],
  [{ amount: '3' }, {}],
  [{}, { amount: '3' }],
])('the id of the refund %o with %o is a conflict, and nothing more goes back', async (one, other) => {
  const { api, id } = await newPaid('10')
  await api.refund(id, { ...one, refundId: 'r-1' })
  const available = await api.availableBalance()
  const { status, body } = await api.refund(id, { ...other, refundId: 'r-1' })
  expect([status, body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
  expect(await api.availableBalance()).toBe(available)
})

test('a refund that was refused leaves its id free', async () => {
  const { api, id } = await newPaid('10')
  expect((await api.refund(id, { amount: '11', refundId: 'r-1' })).status).toBe(409)
  const answer = await api.refund(id, { amount: '10', refundId: 'r-1' })
  expect([answer.status, isReplay(answer)]).toEqual([201, false])
})

test('two transactions may use the same refund id', async () => {
  const { api, id } = await newPaid('10')
  const other = await api.createCashIn({ amount: '10', webhook })
  await api.simulate('complete', other)
  const answers = [await api.refund(id, { refundId: 'r-1' }), await api.refund(other, { refundId: 'r-1' })]
  expect(answers.map(a => [a.status, isReplay(a)])).toEqual([
    [201, false],
    [201, false],
  ])
})

const second = await trilho.startServer()
const onTwoServers = (api: Merchant, id: string, body: object) => {
  const elsewhere = clientWith(second.url, api.token)
  return Promise.all(times(20, i => (i % 2 ? api : elsewhere).refund(id, body)))
}
const eventsOf = (id: string) => trilho.sql`select 1 from webhook_events where payload::json ->> 'id' = ${id}`

test('20 refunds at once under one id, on two servers, refund once', async () => {
  const { api, id } = await newPaid('10', { balance: '100' })
  const answers = await onTwoServers(api, id, { amount: '3', refundId: 'r-1' })
  expect(new Set(answers.map(a => `${a.body.data.refundId} ${a.body.data.amount}`)).size).toBe(1)
  expect(answers.filter(isReplay)).toHaveLength(19)
  expect(await api.availableBalance()).toBe('107.000000')
  expect(await eventsOf(id)).toHaveLength(2)
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('20 partial refunds at once, on two servers, never give back more than was paid', async () => {
  const { api, id } = await newPaid('10.5', { balance: '100' })
  const answers = await onTwoServers(api, id, { amount: '1' })
  expect(answers.filter(a => a.status === 201)).toHaveLength(10)
  const refused = answers.filter(a => a.status === 409).map(refusalIn)
  expect(refused).toEqual(times(10, () => [409, 'RefundNotAllowed', '0.500000 is left to refund']))
  // On a slow machine some are answered while the bank still has them.
  const read = async () => (await api.read(id)).body.data.transaction
  await expect.poll(read).toMatchObject({ state: 'Completed', refundedAmount: '10.000000' })
  expect(await api.availableBalance()).toBe('100.500000')
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('20 whole refunds at once, on two servers, refund once', async () => {
  const { api, id } = await newPaid('10', { balance: '100' })
  const answers = await onTwoServers(api, id, {})
  expect(answers.filter(a => a.status === 201)).toHaveLength(1)
  expect(await api.availableBalance()).toBe('100.000000')
  expect(await eventsOf(id)).toHaveLength(2)
})

test('refunds of many cash-ins over one balance succeed exactly as often as the money allows', async () => {
  const { api } = await newPaid('10')
  const ids = await Promise.all(times(12, () => api.createCashIn({ amount: '5', webhook })))
  await Promise.all(ids.map(id => api.simulate('complete', id)))
  await api.createCashOut({ amount: '43' }) // leaves 27
  const elsewhere = clientWith(second.url, api.token)
  const answers = await Promise.all(ids.map((id, i) => (i % 2 ? api : elsewhere).refund(id)))
  expect(answers.filter(a => a.status === 201)).toHaveLength(5)
  expect(new Set(answers.filter(a => a.status !== 201).map(a => a.body.error.details.reason))).toEqual(
    new Set(['InsufficientBalance']),
  )
  expect(await api.balance()).toMatchObject({ available: '2.000000', held: '43.000000' })
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a refund the balance does not cover is refused, and nothing moves; what is covered can be refunded', async () => {
  const { api, id } = await newPaid('10')
  await api.createCashOut({ amount: '8' })
  const before = await snapshot(api, id)
  expect(refusalIn(await api.refund(id))).toEqual([
    409,
    'InsufficientBalance',
    '10.000000 is needed, 2.000000 is available',
  ])
  expect(await snapshot(api, id)).toEqual(before)
  expect((await api.refund(id, { amount: '2' })).status).toBe(201)
})

test('a cash-out cannot be refunded', async () => {
  const api = await trilho.newMerchant({ balance: '10' })
  const id = await api.createCashOut({ amount: '10', webhook })
  for (const simulation of ['register', 'complete', 'reverse']) {
    expect((await api.refund(id)).body.error.details.reason).toBe('RefundNotAllowed')
    await api.simulate(simulation, id)
  }
})

test.each([
  ['Registered', []],
  ['Cancelled', ['cancel']],
  ['Error', ['error']],
  ['Reversed', ['complete', 'reverse']],
  ['Refunded', ['complete', 'refund']],
])('a %s cash-in cannot be refunded', async (state, way) => {
  const api = await trilho.newMerchant({ balance: '100' })
  const id = await api.createCashIn({ webhook })
  for (const simulation of way) await api.simulate(simulation, id)
  const before = await snapshot(api, id)
  for (const body of [{}, { amount: '1' }]) {
    const { status, body: answer } = await api.refund(id, body)
    expect([status, answer.error.details.reason]).toEqual([409, 'TransactionStateNotAllowed'])
    expect(answer.error.details.message).toContain(` ${state} `)
  }
  expect(await snapshot(api, id)).toEqual(before)
})

test("neither another merchant's transaction nor an unknown one is found", async () => {
  const { api: other, id } = await newPaid()
  const api = await trilho.newMerchant({ balance: '100' })
  for (const requested of [id, '019a0000-0000-7000-8000-000000000000', 'abc']) {
    const { status, body } = await api.refund(requested)
    expect([status, body.error.details.reason]).toEqual([404, 'TransactionNotFound'])
  }
  expect(await other.stateOf(id)).toBe('Completed')
})

test.each([
  [{ amount: '0' }, '/amount'],
  [{ amount: '-1' }, '/amount'],
  [{ amount: '1e1' }, '/amount'],
  [{ amount: '1.1234567' }, '/amount'],
  [{ amount: 1 }, '/amount'],
  [{ refundId: '' }, '/refundId'],
  [{ refundId: 7 }, '/refundId'],
  [{ refundId: 'r'.repeat(256) }, '/refundId'],
  [{ refundId: 'a\u0000b' }, '/refundId'],
  [[], ''],
])('the body %j is refused', async (body, path) => {
  const { api, id } = await newPaid()
  const { status, body: answer } = await api.refund(id, body)
  expect(status).toBe(400)
  expect(answer.error.details.map((problem: { path: string }) => problem.path)).toEqual([path])
  expect(await api.stateOf(id)).toBe('Completed')
})

test('a reversal after a partial refund takes only the rest, and then nothing is left to refund', async () => {
  const { api, id } = await newPaid('10', { balance: '100' })
  await api.refund(id, { amount: '4' })
  await sink.waitForEvents(id, 2)
  expect((await api.simulate('reverse', id)).body.data.transactionState).toBe('Reversed')
  expect(await api.availableBalance()).toBe('100.000000')
  expect((await api.read(id)).body.data.transaction).toMatchObject({
    state: 'Reversed',
    stateRefundDate: null,
    stateReversedDate: expect.any(String),
    refundedAmount: '4.000000',
  })
  expect((await api.refund(id)).body.error.details.reason).toBe('TransactionStateNotAllowed')
  expect((await sink.waitForEvents(id, 3)).map(event => event.body.transactionState)).toEqual([
    'Completed',
    'PartiallyRefunded',
    'Reversed',
  ])
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('partial refunds and a reversal at once give back exactly what was paid', async () => {
  for (let round = 0; round < 5; round++) {
    const { api, id } = await newPaid('10', { balance: '100' })
    await Promise.all([
      ...times(6, () => api.refund(id, { amount: '2' })),
      clientWith(second.url, api.token).simulate('reverse', id),
    ])
    expect(await api.availableBalance()).toBe('100.000000')
    expect(await api.stateOf(id)).toMatch(/^(Reversed|Refunded)$/)
  }
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('what a bank has taken back is not asked for cover: the money has gone', async () => {
  const { api, id } = await newPaid('10')
  await api.createCashOut({ amount: '8' })
  await recordForcedReturn(trilho.needs, { merchantId: api.merchantId, id, amount: null })
  expect(await api.balance()).toMatchObject({ available: '-8.000000', held: '8.000000', total: '0.000000' })
  expect((await api.requestCashOut({ amount: '0.000001' })).body.error.details.reason).toBe('InsufficientBalance')
  expect(await auditBooks(trilho.needs)).toEqual([])
})
