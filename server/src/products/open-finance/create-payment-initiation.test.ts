import { expect, test } from 'vitest'
import { initiationBody } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { payer } from '../../../test/kit/payer.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: '42' }
const api = await trilho.newMerchant({ chargeFixed: '0.10', chargeRate: 990_000n })
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

const post = (body: unknown) => api.post('/accounts/payment-initiation', body)

test('a payment initiation answers its id and an unguessable checkout address', async () => {
  const { status, body } = await api.requestInitiation()
  expect(status).toBe(201)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: {
      transactionId: expect.stringMatching(uuid),
      checkoutUrl: expect.any(String),
      transactionState: 'Registered',
    },
  })
  const { transactionId, checkoutUrl } = body.data
  expect(checkoutUrl).toMatch(new RegExp(`^${trilho.url}/checkout/[\\w-]{43}$`))
  expect(checkoutUrl).not.toContain(transactionId)
})

test('it reads as an OpenFinance credit, registered, with the payer of the request', async () => {
  const transaction = { orderId: 'of-read', orderDescription: 'Two cakes' }
  const { id } = await api.createInitiation({ amount: '10.5', taxNumber: '529.982.247-25', transaction, webhook })
  const { transaction: read, payment, webhook: delivery } = (await api.read(id)).body.data
  expect(read).toMatchObject({
    id,
    ...transaction,
    type: 'Credit',
    category: 'PartnerSales',
    paymentType: 'OpenFinance',
    state: 'Registered',
    amount: '10.500000',
    receiptAmount: null,
    currency: 'BRL',
    externalId: expect.any(String),
    payer: null,
    stateCompletedDate: null,
  })
  expect(payment).toMatchObject({
    payer: { cpf: cpf.maria, name: null, cnpj: null },
    value: { original: '10.500000' },
    key: null,
    qrCode: null,
    qrCodeLocation: null,
  })
  expect(delivery).toMatchObject({ ...webhook, deliveryStatus: 'Pending' })
  const listed = await api.get('/accounts/transactions/pix?orderId=of-read')
  expect(listed.body.data.items).toStrictEqual([read])
})

test('paid in the checkout it is credited less charges, has a receipt, and is notified once with the paying bank', async () => {
  const merchant = await trilho.newMerchant({ chargeFixed: '0.10', chargeRate: 990_000n })
  const { id, checkoutUrl } = await merchant.createInitiation({ amount: '100', webhook })
  await payer.walk(checkoutUrl, 'approve')
  const [event] = await sink.waitForEvents(id, 1)
  expect(event?.headers['x-shop']).toBe('42')
  expect(event?.body).toMatchObject({
    transactionState: 'Completed',
    transactionType: 'Credit',
    transactionPaymentType: 'OpenFinance',
    transactionAmount: '100.000000',
    transactionReceiptVoucher: expect.stringMatching(/^E99999999\d{12}\w{11}$/),
    payer: { bankName: 'Nubank', bankCode: '260', bankIspb: '18236120', taxNumber: cpf.maria },
    recipient: { name: 'Padaria São João Ltda', accountNumber: '1000001' },
  })
  expect(await merchant.availableBalance()).toBe('98.910000')
  const { transaction: read } = (await merchant.read(id)).body.data
  expect(read).toMatchObject({ state: 'Completed', receiptAmount: '100.000000', charges: '1.090000' })
  expect((await fetch(read.receiptUrl)).status).toBe(200)
  const statement = await merchant.get('/accounts/statement')
  expect(statement.body.data.items.map((entry: { kind: string }) => entry.kind)).toEqual(['cashInSettled'])
})

test('once paid it can be refunded like any cash-in', async () => {
  const merchant = await trilho.newMerchant()
  const { id, checkoutUrl } = await merchant.createInitiation({ amount: '20' })
  await payer.walk(checkoutUrl, 'approve')
  expect((await merchant.refund(id)).status).toBe(201)
  expect(await merchant.stateOf(id)).toBe('Refunded')
})

const bad = (change: (body: ReturnType<typeof initiationBody>) => unknown) => {
  const body = initiationBody()
  return change(body) ?? body
}

test.each<[string, string, string, unknown]>([
  ['', 'required', 'payment', { webhook: { url: sink.url } }],
  ['', 'required', 'webhook', bad(({ payment }) => ({ payment }))],
  ['/payment', 'required', 'payer', bad(b => ({ ...b, payment: { ...b.payment, payer: undefined } }))],
  ['/payment/payer', 'required', 'taxNumber', bad(b => ({ ...b, payment: { ...b.payment, payer: {} } }))],
  ['/payment', 'required', 'value', bad(b => ({ ...b, payment: { ...b.payment, value: undefined } }))],
  ['/payment/value', 'required', 'original', bad(b => ({ ...b, payment: { ...b.payment, value: {} } }))],
  ['/payment', 'required', 'redirectUrl', bad(b => ({ ...b, payment: { ...b.payment, redirectUrl: undefined } }))],
  ['/webhook', 'required', 'url', bad(b => ({ ...b, webhook: {} }))],
])('at %j: %s %s', async (path, code, missingProperty, body) => {
  const answer = await post(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ name: 'InvalidRequestFormatError' })
  expect(answer.body.error.details).toContainEqual(expect.objectContaining({ path, code, info: { missingProperty } }))
})

test.each<[string, string, object]>([
  ['/payment/payer/taxNumber', 'pattern', { taxNumber: '1234' }],
  ['/payment/payer/taxNumber', 'pattern', { taxNumber: '1122233300018' }],
  ['/payment/payer/taxNumber', 'pattern', { taxNumber: '' }],
  ['/payment/value/original', 'pattern', { amount: '-1' }],
  ['/payment/value/original', 'pattern', { amount: '0.00' }],
  ['/payment/value/original', 'pattern', { amount: '1,50' }],
  ['/payment/value/original', 'pattern', { amount: '0.0000001' }],
  ['/payment/expiresIn', 'minimum', { expiresIn: 0 }],
  ['/payment/redirectUrl', 'maxLength', { redirectUrl: `https://shop.example.com/${'x'.repeat(2048)}` }],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt://shop.example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    '//evil.example.com',
    '/relative',
    'shop.example.com',
    'https://user:secret@shop.example.com',
    'https://',
    'https:// shop.example.com',
    'https://shop.example.com/\r\nset-cookie: a=b',
    '',
  ].map((redirectUrl): [string, string, object] => ['/payment/redirectUrl', 'format', { redirectUrl }]),
  ['/webhook/url', 'format', { webhook: { url: 'ftp://a.b' } }],
  ['/webhook/customHeaderName', 'format', { webhook: { url: sink.url, customHeaderName: 'Host' } }],
  ['/transaction/orderId', 'minLength', { transaction: { orderId: '' } }],
])('%s: %s for %j', async (path, code, change) => {
  const { status, body } = await api.requestInitiation(change)
  expect(status).toBe(400)
  expect(body.error.details).toContainEqual(expect.objectContaining({ path, code }))
})

test.each([
  ['11111111111', 'CounterpartyTaxNumberInvalid'],
  ['52998224724', 'CounterpartyTaxNumberInvalid'],
  ['90000000175', 'CounterpartyTaxNumberInvalid'],
  ['900.000.002-56', 'CounterpartyServiceError'],
])('payer %s is refused with %s, and nothing is opened', async (taxNumber, reason) => {
  const merchant = await trilho.newMerchant()
  const { status, body } = await merchant.requestInitiation({ taxNumber })
  expect(status).toBe(409)
  expect(body.error).toMatchObject({ name: 'OperationError', code: 'OperationError' })
  expect(body.error.details).toMatchObject({ reason, message: `TaxNumber:${taxNumber.replace(/\D/g, '')}` })
  expect((await merchant.get('/accounts/transactions/pix')).body.data.total).toBe(0)
})

test('no token: 401; a key for company payments only: 403', async () => {
  const response = await fetch(`${trilho.url}/accounts/payment-initiation`, { method: 'POST' })
  expect(response.status).toBe(401)
  const company = await trilho.newMerchant({ scopes: ['company-payments'] })
  expect((await company.requestInitiation()).status).toBe(403)
})

test('one order id, however often and at once, is one payment with one checkout', async () => {
  const order = { transaction: { orderId: 'of-once', orderDescription: 'x' } }
  const answers = await Promise.all(times(12, () => api.requestInitiation(order)))
  expect(new Set(answers.map(answer => JSON.stringify(answer.body))).size).toBe(1)
  expect(answers.filter(answer => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(11)
  expect((await api.get('/accounts/transactions/pix?orderId=of-once')).body.data.total).toBe(1)
})

test.each([
  { amount: '11' },
  { taxNumber: cpf.joao },
  { redirectUrl: 'https://shop.example.com/other' },
  { expiresIn: 60 },
  { transaction: { orderId: 'of-conflict', orderDescription: 'other' } },
  { webhook: { url: sink.url } },
])('the same order id with another %j is a conflict', async change => {
  const order = { transaction: { orderId: 'of-conflict', orderDescription: 'x' } }
  await api.requestInitiation(order)
  const { status, body } = await api.requestInitiation({ ...order, ...change })
  expect(status).toBe(409)
  expect(body.error.details.reason).toBe('OrderIdConflict')
})

test('a repeated order whose payment is over says its state', async () => {
  const order = { transaction: { orderId: 'of-over' } }
  const { transactionId } = (await api.requestInitiation(order)).body.data
  await api.simulateInitiation('cancel', transactionId)
  const again = await api.requestInitiation(order)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(again.body.data).toMatchObject({ transactionId, transactionState: 'Cancelled' })
})

test('an Idempotency-Key does the same where there is no order id', async () => {
  const key = { 'idempotency-key': 'of-key' }
  const [first, again, other] = [
    await api.requestInitiation({}, key),
    await api.requestInitiation({}, key),
    await api.requestInitiation({ amount: '99' }, key),
  ]
  expect(again.body).toStrictEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(other.body.error.details.reason).toBe('OrderIdConflict')
})

test('a PIX cash-in and a payment initiation may share an order id', async () => {
  const transaction = { orderId: 'of-both' }
  await api.createCashIn({ transaction })
  await api.createInitiation({ transaction })
  const { items } = (await api.get('/accounts/transactions/pix?orderId=of-both')).body.data
  expect(items.map((item: { paymentType: string }) => item.paymentType).sort()).toEqual(['OpenFinance', 'PIX'])
})

test("another merchant's payment initiation is not found", async () => {
  const { id } = await api.createInitiation()
  const other = await trilho.newMerchant()
  expect((await other.read(id)).status).toBe(404)
  expect((await other.simulateInitiation('complete', id)).status).toBe(404)
})
