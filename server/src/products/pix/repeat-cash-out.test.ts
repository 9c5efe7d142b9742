import { expect, test } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'

const trilho = await openTrilho()
const sink = await openSink()

type Merchant = Awaited<ReturnType<typeof trilho.newMerchant>>

const isReplay = (answer: { headers: Headers }) => answer.headers.get('idempotent-replayed') === 'true'
const totalOf = async (merchant: Merchant) => (await merchant.get('/accounts/transactions/pix')).body.data.total

const fullRequest = {
  amount: '10',
  recipient: { name: 'João', cpf: cpf.joao },
  key: { type: 'EMAIL', value: 'joao@example.com' },
  transaction: { orderId: 'o-1', orderDescription: 'Comissão' },
  webhook: { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: '7' },
}

test('a repeated order is answered as the first was, marked as a replay, and holds nothing more', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const first = await merchant.requestCashOut(fullRequest)
  const again = await merchant.requestCashOut({ ...fullRequest, amount: '10.00' })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.text).toBe(first.text.replace('"amount":"10"', '"amount":"10.00"'))
  expect([isReplay(first), isReplay(again)]).toEqual([false, true])
  expect((await merchant.balance()).held).toBe('10.000000')
  expect(await totalOf(merchant)).toBe(1)
})

test('an order whose money has since been used up, or has gone, is still answered, as it is now', async () => {
  const merchant = await trilho.newMerchant({ balance: '15' })
  const first = await merchant.requestCashOut(fullRequest)
  expect((await merchant.requestCashOut({ amount: '10' })).body.error.details.reason).toBe('InsufficientBalance')
  expect((await merchant.requestCashOut(fullRequest)).text).toBe(first.text)
  await merchant.simulate('complete', first.body.data.transaction.id)
  const again = await merchant.requestCashOut(fullRequest)
  expect(again.text).toBe(first.text.replace('"Created"', '"Completed"'))
  expect(isReplay(again)).toBe(true)
})

test('an order that was refused for lack of money may be sent again once there is money', async () => {
  const merchant = await trilho.newMerchant()
  expect((await merchant.requestCashOut(fullRequest)).status).toBe(409)
  await merchant.simulate('complete', await merchant.createCashIn({ amount: '10', webhook: { url: sink.url } }))
  const answer = await merchant.requestCashOut(fullRequest)
  expect([answer.status, isReplay(answer)]).toEqual([201, false])
})

const conflictingMerchant = await trilho.newMerchant({ balance: '100' })

test.each<[what: string, change: object]>([
  ['amount', { amount: '10.01' }],
  ['recipient', { recipient: { name: 'João', cpf: cpf.maria } }],
  ["recipient's name", { recipient: { name: 'José', cpf: cpf.joao } }],
  ['key', { key: { type: 'EMAIL', value: 'jose@example.com' } }],
  ['type of key', { key: { type: 'CPF', value: cpf.joao } }],
  ['description', { transaction: { ...fullRequest.transaction, orderDescription: 'Prêmio' } }],
  ['webhook address', { webhook: { ...fullRequest.webhook, url: `${sink.url}/other` } }],
])('the same order id with another %s is refused, and holds nothing more', async (_what, change) => {
  const first = await conflictingMerchant.requestCashOut(fullRequest)
  const other = await conflictingMerchant.requestCashOut({ ...fullRequest, ...change })
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
  expect((await conflictingMerchant.requestCashOut(fullRequest)).text).toBe(first.text)
  expect((await conflictingMerchant.balance()).held).toBe('10.000000')
})

test('a cash-in and a cash-out may share an order id, and two merchants may', async () => {
  const [one, other] = [await trilho.newMerchant({ balance: '20' }), await trilho.newMerchant({ balance: '20' })]
  const { transaction } = fullRequest
  const answers = [await one.requestCashIn({ transaction }), await one.requestCashOut({ transaction })]
  answers.push(await other.requestCashOut({ transaction }))
  expect(answers.map(a => [a.status, isReplay(a)])).toEqual(times(3, () => [201, false]))
})

test('without an order id an Idempotency-Key does the same', async () => {
  const merchant = await trilho.newMerchant({ balance: '10' })
  const ask = (amount: string) => merchant.requestCashOut({ amount }, { 'idempotency-key': 'k-1' })
  const [first, again, other] = [await ask('3'), await ask('3'), await ask('4')]
  expect(again.text).toBe(first.text)
  expect(isReplay(again)).toBe(true)
  expect([other.status, other.body.error.details.reason]).toEqual([409, 'OrderIdConflict'])
  expect((await merchant.balance()).held).toBe('3.000000')
})

test('40 equal requests at once on two servers make one cash-out and hold its money once', async () => {
  const merchant = await trilho.newMerchant({ balance: '15' })
  const elsewhere = clientWith((await trilho.startServer()).url, merchant.token)
  const answers = await Promise.all(times(40, i => (i % 2 ? merchant : elsewhere).requestCashOut(fullRequest)))
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([201]))
  expect(new Set(answers.map(a => a.text)).size).toBe(1)
  expect(answers.filter(isReplay)).toHaveLength(39)
  expect(await merchant.balance()).toMatchObject({ available: '5.000000', held: '10.000000' })
  expect(await totalOf(merchant)).toBe(1)
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('30 orders, each sent to two servers at once in opposite order, are 30 cash-outs', async () => {
  const merchant = await trilho.newMerchant({ balance: '30' })
  const elsewhere = clientWith((await trilho.startServer()).url, merchant.token)
  const orders = times(30, i => ({ amount: '1', transaction: { orderId: `o-${i}` } }))
  const answers = await Promise.all([
    ...orders.map(order => merchant.requestCashOut(order)),
    ...orders.toReversed().map(order => elsewhere.requestCashOut(order)),
  ])
  expect(new Set(answers.map(a => a.status))).toEqual(new Set([201]))
  expect(answers.filter(isReplay)).toHaveLength(30)
  expect(await merchant.balance()).toMatchObject({ available: '0.000000', held: '30.000000' })
})
