import { expect, test } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant()

const isReplay = (answer: { headers: Headers }) => answer.headers.get('idempotent-replayed') === 'true'
const idOf = (answer: { body: { data: { transaction: { id: string } } } }) => answer.body.data.transaction.id
const totalOf = async (merchant: typeof api) => (await merchant.get('/accounts/transactions/pix')).body.data.total

const conflict = {
  statusCode: 'Error',
  error: { name: 'OperationError', code: 'OperationError', details: { reason: 'OrderIdConflict' } },
}

const fullRequest = (orderId: string) => ({
  amount: '10.50',
  payer: { cpf: cpf.maria, name: 'Maria' },
  expiresIn: 600,
  transaction: { orderId, orderDescription: 'Dois pães' },
  webhook: { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: '7' },
})

test('a repeated order is answered with the same bytes and marked as a replay', async () => {
  const first = await api.requestCashIn(fullRequest('same'))
  const again = await api.requestCashIn(fullRequest('same'))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.text).toBe(first.text)
  expect([isReplay(first), isReplay(again)]).toEqual([false, true])
})

test.each([
  ['complete', 'Completed'],
  ['error', 'Error'],
  ['cancel', 'Cancelled'],
])('an order repeated after %s is answered as it is now, without a QR code', async (simulation, state) => {
  const first = await api.requestCashIn(fullRequest(simulation))
  await api.simulate(simulation, idOf(first))
  const again = await api.requestCashIn(fullRequest(simulation))
  expect([again.status, isReplay(again)]).toEqual([201, true])
  expect(again.body.data).toStrictEqual({ transaction: { ...first.body.data.transaction, state } })
})

test('an order whose time is over, though nobody has cancelled it yet, is answered without a QR code', async () => {
  const late = await openTrilho()
  const merchant = await late.newMerchant()
  const first = await merchant.requestCashIn(fullRequest('late'))
  late.clock.aheadMs = 601_000
  const again = await merchant.requestCashIn(fullRequest('late'))
  expect(again.body.data).toStrictEqual({ transaction: first.body.data.transaction })
})

test('a bank is not asked again for an order that is there, even where it is no longer connected', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(32) })
  const merchant = await production.newMerchant({ balance: '100' })
  const order = { transaction: { orderId: 'o-1' }, webhook: { url: 'https://example.com' } }
  const asks = [merchant.requestCashIn, merchant.requestCashOut, merchant.requestInitiation]
  const firsts = await Promise.all(asks.map(ask => ask(order)))
  expect(firsts.map(first => first.status)).toEqual([201, 201, 201])
  await production.sql`update bank_connections set paused_at = now()`
  const elsewhere = clientWith((await production.startServer()).url, merchant.token)
  const again = await Promise.all(
    [elsewhere.requestCashIn, elsewhere.requestCashOut, elsewhere.requestInitiation].map(ask => ask(order)),
  )
  expect(again.map(answer => answer.body.data?.transactionId ?? answer.body.data?.transaction.id)).toEqual(
    firsts.map(first => first.body.data.transactionId ?? first.body.data.transaction.id),
  )
  expect(again.every(isReplay)).toBe(true)
  expect((await elsewhere.requestCashIn({ ...order, amount: '11' })).body).toMatchObject(conflict)
  expect((await elsewhere.requestCashIn({ webhook: order.webhook })).status).toBe(503)
})

test.each([
  ['10.5', '10.50'],
  ['10', '10.000000'],
  ['7.1', '007.10'],
])('amounts %s and %s are the same order, each echoed as it was written', async (one, other) => {
  const transaction = { orderId: `spelled ${one}` }
  const first = await api.requestCashIn({ amount: one, transaction })
  const again = await api.requestCashIn({ amount: other, transaction })
  expect(isReplay(again)).toBe(true)
  expect(again.text).toBe(first.text.replace(`"amount":"${one}"`, `"amount":"${other}"`))
})

test('a CPF spelled with punctuation and an editable said to be false are the same order', async () => {
  const transaction = { orderId: 'spelled otherwise' }
  const first = await api.requestCashIn({ payer: { cpf: cpf.maria }, transaction })
  const again = await api.requestCashIn({ payer: { cpf: '529.982.247-25' }, editable: false, transaction })
  expect(again.text).toBe(first.text)
})

test.each<[what: string, change: object]>([
  ['amount', { amount: '10.51' }],
  ['payer', { payer: { cpf: cpf.ana, name: 'Maria' } }],
  ["payer's name", { payer: { cpf: cpf.maria, name: 'Marta' } }],
  ['anonymous payer', { payer: null }],
  ['editable', { editable: true }],
  ['lifetime', { expiresIn: 601 }],
  ['description', { transaction: { orderId: 'other description', orderDescription: 'Três pães' } }],
  ['webhook address', { webhook: { ...fullRequest('').webhook, url: `${sink.url}/other` } }],
  ['custom header', { webhook: { ...fullRequest('').webhook, customHeaderValue: '8' } }],
])('the same order id with another %s is refused, and the first stays as it was', async (what, change) => {
  const request = fullRequest(`other ${what}`)
  const first = await api.requestCashIn(request)
  const other = await api.requestCashIn({ ...request, ...change })
  expect(other.status).toBe(409)
  expect(other.body).toMatchObject(conflict)
  expect((await api.requestCashIn(request)).text).toBe(first.text)
})

test('another merchant may use the same order id', async () => {
  const other = await trilho.newMerchant()
  const [mine, theirs] = [
    await api.requestCashIn(fullRequest('shared')),
    await other.requestCashIn(fullRequest('shared')),
  ]
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(isReplay(theirs)).toBe(false)
  expect(idOf(theirs)).not.toBe(idOf(mine))
})

test('without an order id an Idempotency-Key does the same', async () => {
  const merchant = await trilho.newMerchant()
  const key = { 'idempotency-key': 'k-1' }
  const first = await merchant.requestCashIn({ amount: '3' }, key)
  const again = await merchant.requestCashIn({ amount: '3' }, key)
  const other = await merchant.requestCashIn({ amount: '4' }, key)
  expect(again.text).toBe(first.text)
  expect([isReplay(first), isReplay(again)]).toEqual([false, true])
  expect(other.status).toBe(409)
  expect(other.body).toMatchObject(conflict)
  expect(await totalOf(merchant)).toBe(1)
})

test('where both are given the order id decides', async () => {
  const merchant = await trilho.newMerchant()
  const ask = (orderId: string, key: string) =>
    merchant.requestCashIn({ transaction: { orderId } }, { 'idempotency-key': key })
  const first = await ask('o-1', 'k-1')
  expect(idOf(await ask('o-1', 'k-2'))).toBe(idOf(first))
  expect(isReplay(await ask('o-2', 'k-1'))).toBe(false)
  expect(isReplay(await merchant.requestCashIn({}, { 'idempotency-key': 'o-1' }))).toBe(false)
  expect(await totalOf(merchant)).toBe(3)
})

test('requests with neither are all new', async () => {
  const merchant = await trilho.newMerchant()
  const answers = await Promise.all(times(5, () => merchant.requestCashIn()))
  expect(new Set(answers.map(idOf)).size).toBe(5)
})

test('20 equal requests at once make one transaction', async () => {
  const merchant = await trilho.newMerchant()
  const answers = await Promise.all(times(20, () => merchant.requestCashIn({ transaction: { orderId: 'o-1' } })))
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([201]))
  expect(new Set(answers.map(a => a.text)).size).toBe(1)
  expect(answers.filter(isReplay)).toHaveLength(19)
  expect(await totalOf(merchant)).toBe(1)
})

test('20 equal requests at once on two servers make one transaction', async () => {
  const merchant = await trilho.newMerchant()
  const second = clientWith((await trilho.startServer()).url, merchant.token)
  const answers = await Promise.all(
    times(20, i => (i % 2 === 0 ? merchant : second).requestCashIn({ transaction: { orderId: 'o-1' } })),
  )
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([201]))
  expect(new Set(answers.map(idOf)).size).toBe(1)
  expect(new Set(answers.map(a => a.body.data.payment.qrCode)).size).toBe(1)
  expect(answers.filter(isReplay)).toHaveLength(19)
  expect(await totalOf(merchant)).toBe(1)
})

/** In this file's own database these orders take their time, so that batches of them really meet. */
await trilho.sql`
  create function linger() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(0.002);
    return new;
  end $$`
await trilho.sql`
  create trigger linger before insert on transactions
     for each row when (new.order_id like 'crossing %') execute function linger()`

test('orders sent at once to two servers in opposite order never block each other', async () => {
  const merchant = await trilho.newMerchant()
  const second = clientWith((await trilho.startServer()).url, merchant.token)
  const orders = times(30, i => ({ transaction: { orderId: `crossing ${i}` } }))
  const answers = await Promise.all([
    ...orders.map(order => merchant.requestCashIn(order)),
    ...orders.toReversed().map(order => second.requestCashIn(order)),
  ])
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([201]))
  expect(answers.filter(isReplay)).toHaveLength(30)
  expect(await totalOf(merchant)).toBe(30)
})

test('a conflict among 30 different requests at once fails alone', async () => {
  const merchant = await trilho.newMerchant()
  await merchant.createCashIn({ amount: '1', transaction: { orderId: 'o-17' } })
  const answers = await Promise.all(
    times(30, i => merchant.requestCashIn({ amount: '2', transaction: { orderId: `o-${i}` } })),
  )
  expect(answers.map(a => a.status)).toEqual(times(30, i => (i === 17 ? 409 : 201)))
  expect(answers[17]?.body).toMatchObject(conflict)
  expect(await totalOf(merchant)).toBe(30)
})
