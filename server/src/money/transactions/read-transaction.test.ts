import { expect, test } from 'vitest'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
/** 0.10 a payment and 0.99 % of it. */
const api = await trilho.newMerchant({ balance: '1000', chargeFixed: '0.10', chargeRate: 990_000n })

const request = {
  amount: '100',
  transaction: { orderId: 'order-1', orderDescription: 'Dois pães' },
  webhook: { url: sink.url, customHeaderName: 'x-shop-token', customHeaderValue: 'abc 1' },
}

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const maria = { name: 'Maria da Silva', taxNumber: cpf.maria }

const participant = {
  bankCode: expect.stringMatching(/^\d{3}$/),
  bankIspb: expect.stringMatching(/^[0-9A-Z]{8}$/),
  bankName: expect.any(String),
  accountAgency: expect.any(String),
  accountNumber: expect.any(String),
  accountDigit: expect.any(String),
  accountType: expect.stringMatching(/^(Checking|Savings|Salary)Account$/),
}

const completed = {
  state: 'Completed',
  stateCompletedDate: timestamp,
  receiptAmount: '100.000000',
  receiptUrl: expect.stringMatching(new RegExp(`^${trilho.url}/receipts/[\\w-]{43}$`)),
  receiptDate: timestamp,
  receiptVoucher: expect.stringMatching(/^E[0-9A-Z]{8}\d{12}[0-9A-Za-z]{11}$/),
  payer: { ...participant, ...maria },
}

test.each<[state: string, simulations: string[], dateField: string, facts: object]>([
  ['Registered', [], 'stateRegisteredDate', {}],
  ['Completed', ['complete'], 'stateCompletedDate', completed],
  ['Canceled', ['cancel'], 'stateCancelledDate', { state: 'Canceled', stateCancelledDate: timestamp }],
  [
    'Error',
    ['error'],
    'stateErrorDate',
    { state: 'Error', stateErrorDate: timestamp, stateErrorCause: 'PaymentProcessingError' },
  ],
  [
    'Reversed',
    ['complete', 'reverse'],
    'stateReversedDate',
    { ...completed, state: 'Reversed', stateReversedDate: timestamp },
  ],
  [
    'Refunded',
    ['complete', 'refund'],
    'stateRefundDate',
    { ...completed, state: 'Refunded', stateRefundDate: timestamp, refundedAmount: '100.000000' },
  ],
])('a transaction that is %s has every field of the contract', async (state, simulations, dateField, facts) => {
  const order = { ...request.transaction, orderId: `order-${state}` }
  let beforeMs = Date.now()
  const created = (await api.requestCashIn({ ...request, transaction: order })).body.data
  const { id, date } = created.transaction
  for (const simulation of simulations) {
    beforeMs = Date.now()
    expect((await api.simulate(simulation, id)).status).toBe(200)
  }
  const { status, body } = await api.read(id)
  const { transaction, payment, webhook } = body.data

  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['statusCode', 'data'])
  expect(Object.keys(body.data).sort()).toEqual(['payment', 'transaction', 'webhook'])
  expect(transaction).toStrictEqual({
    id,
    externalId: expect.stringMatching(/^\w+$/),
    externalResourceId: transaction.externalId,
    ...order,
    date,
    type: 'Credit',
    category: 'PartnerSales',
    paymentType: 'PIX',
    state: 'Registered',
    stateRegisteredDate: date,
    stateCompletedDate: null,
    stateCancelledDate: null,
    stateRefundDate: null,
    stateReversedDate: null,
    stateErrorDate: null,
    stateErrorCause: null,
    amount: '100.000000',
    receiptAmount: null,
    refundedAmount: '0.000000',
    currency: 'BRL',
    charges: '1.090000',
    chargesObject: { costValue: '0.100000', rateValue: '0.990000', rate: '0.990000' },
    receiptUrl: null,
    receiptDate: null,
    receiptVoucher: null,
    metadata: {},
    payer: null,
    customerName: 'Padaria São João Ltda',
    accountName: 'Padaria São João Ltda',
    accountNumber: '1000001',
    ...facts,
  })
  expect(transaction.receiptDate).toBe(transaction.stateCompletedDate)
  expect(Date.parse(transaction[dateField])).toBeGreaterThanOrEqual(beforeMs)
  expect(Date.parse(transaction[dateField])).toBeLessThanOrEqual(Date.now())
  expect(payment).toStrictEqual({
    payer: { name: 'Maria da Silva', cpf: cpf.maria, cnpj: null },
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    keyType: 'EVP',
    value: { original: '100.000000' },
    ...created.payment,
  })
  expect(webhook).toStrictEqual({
    ...request.webhook,
    deliveryStatus: simulations.length === 0 ? 'Pending' : 'Success',
    deliveryTime: simulations.length === 0 ? null : timestamp,
  })
})

test('what was not asked for is null', async () => {
  const id = await api.createCashIn({ payer: null })
  const { transaction, payment, webhook } = (await api.read(id)).body.data
  expect(transaction).toMatchObject({ orderId: null, orderDescription: null, payer: null })
  expect(payment.payer).toBeNull()
  expect(webhook).toMatchObject({ customHeaderName: null, customHeaderValue: null })
})

test('a payer without a name has a null name', async () => {
  const id = await api.createCashIn({ payer: { cpf: '390.533.447-05' } })
  expect((await api.read(id)).body.data.payment.payer).toStrictEqual({ name: null, cpf: cpf.joao, cnpj: null })
})

test('an anonymous payer is known once the payment is made, and stays absent from the request', async () => {
  const id = await api.createCashIn({ payer: null, webhook: { url: sink.url } })
  await api.simulate('complete', id, { name: 'João Souza', taxNumber: '390.533.447-05' })
  const { transaction, payment } = (await api.read(id)).body.data
  expect(transaction.payer).toStrictEqual({ ...participant, name: 'João Souza', taxNumber: cpf.joao })
  expect(payment.payer).toBeNull()
})

test('who pays may be another than who was named in the request', async () => {
  const id = await api.createCashIn({ webhook: { url: sink.url } })
  await api.simulate('complete', id, { name: 'Padaria Irmã', taxNumber: '11.222.333/0001-81' })
  const { transaction, payment } = (await api.read(id)).body.data
  expect(transaction.payer).toMatchObject({ name: 'Padaria Irmã', taxNumber: '11222333000181' })
  expect(payment.payer).toStrictEqual({ name: maria.name, cpf: maria.taxNumber, cnpj: null })
})

test('a payment of another amount is an error, with nobody as payer and no receipt', async () => {
  const id = await api.createCashIn({ amount: '100', webhook: { url: sink.url } })
  await api.simulate('complete', id, { amount: '99.99' })
  expect((await api.read(id)).body.data.transaction).toMatchObject({
    state: 'Error',
    stateErrorDate: timestamp,
    stateErrorCause: 'AmountMismatch',
    stateCompletedDate: null,
    amount: '100.000000',
    receiptAmount: '99.990000',
    payer: null,
    receiptUrl: null,
    receiptDate: null,
    receiptVoucher: null,
  })
})

test('an editable amount completes as paid, and the charges are those of the paid amount', async () => {
  const merchant = await trilho.newMerchant({ chargeFixed: '0.10', chargeRate: 990_000n })
  const id = await merchant.createCashIn({ amount: '100', editable: true, webhook: { url: sink.url } })
  await merchant.simulate('complete', id, { amount: '50' })
  const { transaction, payment } = (await merchant.read(id)).body.data
  expect(transaction).toMatchObject({
    state: 'Completed',
    amount: '100.000000',
    receiptAmount: '50.000000',
    charges: '0.600000',
    chargesObject: { costValue: '0.100000', rateValue: '0.500000', rate: '0.990000' },
  })
  expect(payment.value.original).toBe('100.000000')
  expect(await merchant.availableBalance()).toBe('49.400000')
})

test.each([
  ['0.50', '0.000000'],
  ['0.51', '0.010000'],
  ['1.515151', '0.010000'],
  ['1.515152', '0.020000'],
  ['49.99', '0.490000'],
  ['50.00', '0.500000'],
  ['151.51', '1.500000'],
  ['9999999999.999999', '99000000.000000'],
])('0.99 %% of %s is %s, rounded half up to the cent', async (amount, rateValue) => {
  const { transaction } = (await api.read(await api.createCashIn({ amount }))).body.data
  expect(transaction.chargesObject.rateValue).toBe(rateValue)
  expect(Number(transaction.charges)).toBeCloseTo(Number(rateValue) + 0.1, 6)
})

test('a billing plan without charges charges nothing', async () => {
  const free = await trilho.newMerchant()
  const { transaction } = (await free.read(await free.createCashIn())).body.data
  expect(transaction.charges).toBe('0.000000')
  expect(transaction.chargesObject).toStrictEqual({ costValue: '0.000000', rateValue: '0.000000', rate: '0.000000' })
})

test('an id is found in capital letters too', async () => {
  const id = await api.createCashIn()
  expect((await api.read(id.toUpperCase())).body.data.transaction.id).toBe(id)
})

test("an unknown, a malformed and another merchant's id are not found, all alike", async () => {
  const other = await trilho.newMerchant()
  const foreign = await other.createCashIn()
  const ids = ['019a0000-0000-7000-8000-000000000000', 'abc', '1', `${foreign}0`, '%00', "'; drop table x", foreign]
  for (const id of ids) {
    const { status, headers, body } = await api.read(encodeURIComponent(id))
    expect(status).toBe(404)
    expect(body).toStrictEqual({
      statusCode: 'Error',
      error: {
        name: 'NotFoundError',
        code: 'NotFoundError',
        message: expect.any(String),
        details: { reason: 'TransactionNotFound', requestId: headers.get('x-request-id') },
      },
    })
  }
})

test.each([['register'], ['complete'], ['error'], ['register', 'cancel'], ['register', 'complete', 'reverse']])(
  "money out has the bank's id once the bank has had it, after %s",
  async (...simulations) => {
    const merchant = await trilho.newMerchant({ balance: '100' })
    const id = await merchant.createCashOut({ webhook: { url: sink.url } })
    for (const simulation of simulations) expect((await merchant.simulate(simulation, id)).status).toBe(200)
    const { externalId, externalResourceId } = (await merchant.read(id)).body.data.transaction
    expect(externalId).toMatch(/^\w+$/)
    expect(externalResourceId).toBe(externalId)
  },
)
