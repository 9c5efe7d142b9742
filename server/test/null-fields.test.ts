import { expect, test } from 'vitest'
import { call, cashInBody, cashOutBody, initiationBody } from './kit/api-client.ts'
import { newPayer } from './kit/company-payments.ts'
import { cpf, openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant({ balance: '100' })
const webhook = { url: sink.url, customHeaderName: null, customHeaderValue: null }
const transaction = { orderId: null, orderDescription: null }

test('optional fields that are null are treated like absent ones, in every request that creates something', async () => {
  const cashIn = cashInBody({ webhook, transaction })
  const payment = { ...cashIn.payment, payer: null, expiresIn: null, value: { original: '10', editable: null } }
  const created = await api.post('/accounts/pix/cashin', { ...cashIn, payment })
  expect(created.status).toBe(201)
  const { data } = (await api.read(created.body.data.transaction.id)).body
  expect(data).toMatchObject({ transaction, payment: { payer: null }, webhook })

  expect((await api.post('/accounts/pix/cashin', { ...cashInBody(), transaction: null })).status).toBe(201)
  expect((await api.post('/accounts/pix/cashout', cashOutBody({ webhook, transaction }))).status).toBe(201)
  const initiation = initiationBody({ webhook, transaction })
  const lasting = { ...initiation, payment: { ...initiation.payment, expiresIn: null } }
  expect((await api.post('/accounts/payment-initiation', lasting)).status).toBe(201)
})

test('null and absent are the same order', async () => {
  const order = { orderId: 'o-1' }
  const first = await api.requestCashIn({ transaction: order })
  const again = await api.requestCashIn({ transaction: { ...order, orderDescription: null } })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(again.text).toBe(first.text)
})

test('simulations, refunds and approvals accept null for optional fields, and for a whole body', async () => {
  const id = await api.createCashIn({ webhook: { url: sink.url } })
  expect((await api.simulate('complete', id, { name: null, taxNumber: null, amount: null })).status).toBe(200)
  expect((await api.refund(id, { amount: null, refundId: null })).body.data.amount).toBe('10.500000')
  const payer = await newPayer(trilho)
  const request = await payer.createRequest()
  expect((await payer.approve(request.id, { comment: null })).status).toBe(200)
  const whole = await api.createCashIn({ webhook: { url: sink.url } })
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' }
  const sent = { method: 'PUT', headers, body: 'null' }
  expect((await call(`${trilho.url}/sandbox/transactions/complete/${whole}`, sent)).status).toBe(200)
})

test('required or non-nullable fields are still required', async () => {
  const problemsOf = async (body: object) =>
    (await api.post('/accounts/pix/cashin', body)).body.error.details.map((d: { path: string; code: string }) => [
      d.path,
      d.code,
    ])
  expect(await problemsOf({ ...cashInBody(), webhook: null })).toEqual([['/webhook', 'type']])
  expect(await problemsOf(cashInBody({ payer: { cpf: null } }))).toEqual([['/payment/payer', 'required']])
  expect(await problemsOf(cashInBody({ webhook: { url: sink.url, customHeaderValue: 'x' } }))).toEqual([
    ['/webhook', 'required'],
  ])
  const keyless = await api.requestCashOut({ key: { type: null, value: cpf.joao } })
  expect(keyless.body.error.details.reason).toBe('PixKeyTypeNotAllowed')
})
