import { expect, test } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'

const trilho = await openTrilho()
// An event that has to wait for the one before it goes out by a worker.
await trilho.startServer({ workers: true })
const sink = await openSink()
const api = await trilho.newMerchant({ balance: '1000000' })
/** 0.10 a payment and 0.99 % of it. */
const plan = { chargeFixed: '0.10', chargeRate: 990_000n }

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const created = ({ orderId = null as string | null, amount = '10.50' } = {}) => ({
  statusCode: 'Done',
  data: {
    transaction: {
      id: expect.stringMatching(uuidV7),
      orderId,
      date: expect.stringMatching(timestamp),
      state: 'Created',
      amount,
    },
  },
})

test.each([
  ['what it needs', {}, {}],
  ['a name beyond plain letters', { recipient: { cpf: cpf.ana, name: 'Ana 😀 最佳' } }, {}],
  ['a CPF with punctuation', { recipient: { cpf: '390.533.447-05', name: 'João' } }, {}],
  ['an order', { transaction: { orderId: 'order-7', orderDescription: 'Comissão' } }, { orderId: 'order-7' }],
  ['a description alone', { transaction: { orderDescription: 'Comissão' } }, {}],
  ['an empty transaction', { transaction: {} }, {}],
  ['a custom header', { webhook: { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: 'a b' } }, {}],
  ['a field the contract does not know', { transaction: { coupon: 'A' } }, {}],
])('a cash-out with %s is answered in the form of the contract', async (_title, request, echoed) => {
  const { status, headers, body } = await api.requestCashOut(request)
  expect(status).toBe(201)
  expect(headers.get('idempotent-replayed')).toBeNull()
  expect(body).toStrictEqual(created(echoed))
})

test.each(['10', '10.5', '10.500000', '0010.50', '0.01', '0.000001'])(
  'the amount %s is echoed as it was requested, and held',
  async amount => {
    const merchant = await trilho.newMerchant({ balance: '11' })
    expect((await merchant.requestCashOut({ amount })).body).toStrictEqual(created({ amount }))
    expect(Number((await merchant.balance()).held)).toBe(Number(amount))
  },
)

const random = '123e4567-e89b-42d3-a456-426614174000'

test.each([
  ['CPF', cpf.joao, cpf.joao],
  ['CPF', '390.533.447-05', cpf.joao],
  ['EMAIL', 'joao@example.com', 'joao@example.com'],
  ['EMAIL', ' Joao+loja@Example.COM ', 'joao+loja@example.com'],
  ['EMAIL', `${'j'.repeat(65)}@example.com`, `${'j'.repeat(65)}@example.com`],
  ['PHONE', '+5511987654321', '+5511987654321'],
  ['PHONE', '+551133334444', '+551133334444'],
  ['EVP', random, random],
  ['EVP', random.toUpperCase(), random],
])('the %s key %s is paid, spelled %s', async (type, value, key) => {
  const id = await api.createCashOut({ key: { type, value } })
  expect((await api.read(id)).body.data.payment).toMatchObject({ key, keyType: type })
})

test('a cash-out is read with its receiver and without a payer; its money is held with the charges', async () => {
  const merchant = await trilho.newMerchant({ balance: '100', ...plan })
  const webhook = { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: '7' }
  const transaction = { orderId: 'order-1', orderDescription: 'Comissão' }
  const key = { type: 'CPF', value: cpf.joao }
  const id = await merchant.createCashOut({ amount: '10', key, transaction, webhook })
  const { data } = (await merchant.read(id)).body
  expect(data).toMatchObject({
    transaction: {
      ...transaction,
      type: 'Debit',
      category: 'PartnerWithdrawals',
      paymentType: 'PIX',
      state: 'Created',
      stateRegisteredDate: data.transaction.date,
      stateCompletedDate: null,
      amount: '10.000000',
      receiptAmount: null,
      charges: '0.200000',
      chargesObject: { costValue: '0.100000', rateValue: '0.100000', rate: '0.990000' },
      receiptUrl: null,
      receiptVoucher: null,
      recipient: null,
    },
    payment: {
      receiver: { name: 'João de Souza', cpf: cpf.joao, cnpj: null },
      key: cpf.joao,
      keyType: 'CPF',
      value: { original: '10.000000' },
      qrCode: null,
      qrCodeLocation: null,
    },
    webhook: { ...webhook, deliveryStatus: 'Pending', deliveryTime: null },
  })
  expect('payer' in data.transaction || 'payer' in data.payment).toBe(false)
  expect(await merchant.balance()).toMatchObject({ available: '89.800000', held: '10.200000', total: '100.000000' })
})

test('a completed cash-out shows who was paid, the receipt and the voucher, and its webhook event has the same', async () => {
  const id = await api.createCashOut({ amount: '10', webhook: { url: sink.url } })
  await api.simulate('complete', id)
  const { transaction } = (await api.read(id)).body.data
  const recipient = { name: 'João de Souza', taxNumber: cpf.joao, bankIspb: expect.stringMatching(/^\w{8}$/) }
  expect(transaction).toMatchObject({
    state: 'Completed',
    stateCompletedDate: expect.stringMatching(timestamp),
    receiptAmount: '10.000000',
    receiptUrl: expect.stringContaining('/receipts/'),
    receiptVoucher: expect.stringMatching(/^E\d{8}\d{12}\w{11}$/),
    recipient,
  })
  const [event] = await sink.waitForEvents(id, 1)
  expect(event?.body).toMatchObject({
    transactionState: 'Completed',
    transactionType: 'Debit',
    transactionReceipt: transaction.receiptUrl,
    transactionReceiptVoucher: transaction.receiptVoucher,
    payer: { name: 'Padaria São João Ltda', accountNumber: '1000001' },
    recipient,
  })
})

test('a cash-out that completes takes the held money; one that fails gives it back; a reversal returns all', async () => {
  const merchant = await trilho.newMerchant({ balance: '100', ...plan })
  const [paid, failed, cancelled] = [
    await merchant.createCashOut({ amount: '30', webhook: { url: sink.url } }),
    await merchant.createCashOut({ amount: '20' }),
    await merchant.createCashOut({ amount: '10' }),
  ]
  expect(await merchant.balance()).toMatchObject({ available: '39.100000', held: '60.900000' })
  expect((await merchant.simulate('register', paid)).body.data.transactionState).toBe('Registered')
  expect(await merchant.balance()).toMatchObject({ available: '39.100000', held: '60.900000' })
  expect((await merchant.simulate('complete', paid)).body.data.transactionState).toBe('Completed')
  await merchant.simulate('error', failed)
  await merchant.simulate('cancel', cancelled)
  expect(await merchant.balance()).toMatchObject({ available: '69.600000', held: '0.000000' })
  expect((await merchant.simulate('reverse', paid)).body.data.transactionState).toBe('Reversed')
  expect(await merchant.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
  expect((await sink.waitForEvents(paid, 3)).map(e => e.body.transactionState)).toEqual([
    'Registered',
    'Completed',
    'Reversed',
  ])
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a cash-out paid with another amount than asked is an error, and all its money comes back', async () => {
  const merchant = await trilho.newMerchant({ balance: '100', ...plan })
  const id = await merchant.createCashOut({ amount: '30', webhook: { url: sink.url } })
  const { body } = await merchant.simulate('complete', id, { amount: '29.99' })
  expect(body.data).toMatchObject({ transactionState: 'Error', stateErrorCause: 'AmountMismatch' })
  expect(await merchant.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
})

test('in the sandbox a cash-out waits for the simulation calls: nothing is handed to the worker', async () => {
  const id = await api.createCashOut()
  expect(await trilho.sql`select 1 from bank_orders where transaction_id = ${id}`).toHaveLength(0)
})

test('200 cash-outs at once over one balance: exactly as many succeed as the money allows', async () => {
  const merchant = await trilho.newMerchant({ balance: '1000', ...plan })
  const answers = await Promise.all(times(200, () => merchant.requestCashOut({ amount: '10' })))
  const accepted = answers.filter(a => a.status === 201)
  const refused = answers.filter(a => a.status === 409)
  expect([accepted.length, refused.length]).toEqual([98, 102]) // each takes 10.20
  expect(new Set(refused.map(a => a.body.error.details.reason))).toEqual(new Set(['InsufficientBalance']))
  expect(await merchant.balance()).toMatchObject({ available: '0.400000', held: '999.600000', total: '1000.000000' })
  expect((await merchant.get('/accounts/transactions/pix')).body.data.total).toBe(98)
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('cash-outs of one balance raced on two servers succeed exactly as often as the money allows', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const elsewhere = clientWith((await trilho.startServer()).url, merchant.token)
  const answers = await Promise.all(times(60, i => (i % 2 ? merchant : elsewhere).requestCashOut({ amount: '4' })))
  expect(answers.filter(a => a.status === 201)).toHaveLength(25)
  expect(await merchant.balance()).toMatchObject({ available: '0.000000', held: '100.000000' })
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('among 60 at once one that is too large is refused alone; the small ones around it get their money', async () => {
  const merchant = await trilho.newMerchant({ balance: '50' })
  const answers = await Promise.all(
    times(60, i => merchant.requestCashOut({ amount: i % 6 === 0 ? '50.000001' : '1' })),
  )
  expect(answers.map(a => a.status)).toEqual(times(60, i => (i % 6 === 0 ? 409 : 201)))
  expect(await merchant.balance()).toMatchObject({ available: '0.000000', held: '50.000000' })
})

test('money that comes back can be paid out again at once', async () => {
  const merchant = await trilho.newMerchant({ balance: '10' })
  const first = await merchant.createCashOut({ amount: '10', webhook: { url: sink.url } })
  expect((await merchant.requestCashOut({ amount: '10' })).status).toBe(409)
  await merchant.simulate('error', first)
  expect((await merchant.requestCashOut({ amount: '10' })).status).toBe(201)
})
