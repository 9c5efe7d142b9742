import { expect, test } from 'vitest'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { cpf, openTrilho } from '../../../../test/kit/trilho.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'
import { barcodeOfLine, readBarcode } from '../../../platform/brazil/boleto.ts'
import { businessDayFrom } from '../../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'

/** A sandbox: bills that are paid by boleto or by Pix. */
const trilho = await openTrilho()
const sink = await openSink()

const today = dayOf(new Date())
const due = businessDayFrom(addDays(today, 20))
const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
const payer = { name: 'Maria da Silva', cpf: cpf.maria, address }
const request = (more: object = {}) => ({
  payer,
  amount: '100.00',
  dueDate: due,
  methods: ['pix', 'boleto'],
  webhook: { url: sink.url },
  ...more,
})

type Api = Awaited<ReturnType<typeof trilho.newMerchant>>
async function make(api: Api, more: object = {}) {
  const { status, body } = await api.post('/bills', request(more))
  expect([status, body]).toMatchObject([201, {}])
  return body.data
}
const read = async (api: Api, id: string) => (await api.get(`/bills/${id}`)).body.data
const reasonOf = ({ status, body }: Awaited<ReturnType<Api['get']>>) => [status, body.error?.details?.reason]
const newShop = () => trilho.newMerchant({ chargeFixed: '1', chargeRate: 0n })

test('a bill with a boleto has a typed line of its amount and due date, and the code that pays it by Pix', async () => {
  const api = await newShop()
  const bill = await make(api)
  expect(bill).toMatchObject({ state: 'Open', transactionState: 'Registered', methods: ['pix', 'boleto'] })
  expect(bill.qrCode).toMatch(/^000201/)
  const barcode = barcodeOfLine(bill.boleto.typedLine)
  expect(barcode).toBe(bill.boleto.barcode)
  expect(readBarcode(barcode ?? '', due)).toMatchObject({ amount: 100_000_000n, dueDate: due })
  expect(await read(api, bill.id)).toEqual(bill)
  const { payment } = (await api.get(`/accounts/transactions/pix/${bill.id}`)).body.data
  expect(payment).toMatchObject({ key: expect.any(String), keyType: 'EVP', qrCode: bill.qrCode })
  expect((await api.get('/bills?state=Open')).body.data.items).toEqual([bill])
})

test('a bill is paid by Pix only where nobody asks for a boleto', async () => {
  const api = await newShop()
  for (const methods of [undefined, ['pix']])
    expect(await make(api, { methods })).toMatchObject({ methods: ['pix'], boleto: null })
})

test('money of a paid boleto is to settle, available only when it has settled, and each is notified', async () => {
  const api = await newShop()
  const account = await openSink()
  const owner = await newPortalPerson(trilho, { merchantId: api.merchantId })
  const asked = { url: account.url, events: ['PaidByBoleto'] }
  expect((await owner.put(`/merchants/${api.merchantId}/webhooks/address`, asked)).status).toBe(200)
  const { id } = await make(api, { fine: { kind: 'Percent', rate: '2' } })
  expect((await api.simulate('pay-boleto', id, { on: addDays(due, 5) })).status).toBe(200)
  expect(await read(api, id)).toMatchObject({
    state: 'Paid',
    transactionState: 'Registered',
    qrCode: null,
    amountDue: null,
    payment: {
      method: 'boleto',
      isSettled: false,
      date: addDays(due, 5),
      amount: '102.000000',
      components: { original: '100.000000', fine: '2.000000' },
      receiptUrl: null,
    },
  })
  expect(await api.balance()).toMatchObject({ available: '0.000000', toSettle: '102.000000', total: '0.000000' })
  expect((await api.get('/bills?state=Paid')).body.data.items).toHaveLength(1)
  expect(await auditBooks(trilho.needs)).toEqual([])

  expect((await api.simulate('settle-boleto', id)).status).toBe(200)
  expect(await read(api, id)).toMatchObject({
    state: 'Paid',
    transactionState: 'Completed',
    payment: { isSettled: true },
  })
  expect(await api.balance()).toMatchObject({ available: '101.000000', toSettle: '0.000000', total: '101.000000' })
  const states = sink.eventsOf(id).map(({ body }) => body.transactionState)
  expect(states).toEqual(['Registered', 'Completed'])
  const written = await trilho.sql<{ payload: string }[]>`
    select payload from webhook_events where merchant_id = ${api.merchantId} order by id`
  expect(written.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { transactionState: 'Registered', transactionAmount: '100.000000' },
    { transactionState: 'PaidByBoleto', transactionPaidAmount: '102.000000', webhookUrl: account.url },
    { transactionState: 'Completed', transactionAmount: '102.000000' },
  ])
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('a bill whose boleto is paid can be neither paid by it again, cancelled, changed nor left to expire', async () => {
  const api = await newShop()
  const { id } = await make(api, { payableDaysAfterDue: 0 })
  await api.simulate('pay-boleto', id)
  const refused = [409, 'TransactionStateNotAllowed']
  for (const simulation of ['pay-boleto', 'cancel', 'error'])
    expect(reasonOf(await api.simulate(simulation, id))).toEqual(refused)
  expect(reasonOf(await api.post(`/bills/${id}/cancel`, {}))).toEqual(refused)
  expect(reasonOf(await api.patch(`/bills/${id}`, { amount: '1.00' }))).toEqual(refused)
  await api.simulate('settle-boleto', id)
  expect(reasonOf(await api.simulate('settle-boleto', id))).toEqual(refused)
})

test('a bill with a boleto that is paid by Pix is completed at once, and its boleto settles nothing', async () => {
  const api = await newShop()
  const { id } = await make(api)
  await api.simulate('complete', id)
  expect(await read(api, id)).toMatchObject({ state: 'Paid', payment: { method: 'pix', isSettled: true } })
  expect(await api.balance()).toMatchObject({ available: '99.000000', toSettle: '0.000000' })
  for (const simulation of ['pay-boleto', 'settle-boleto'])
    expect(reasonOf(await api.simulate(simulation, id))).toEqual([409, 'TransactionStateNotAllowed'])
})

test('what was paid by boleto cannot be refunded by Pix, which is said', async () => {
  const api = await newShop()
  const { id } = await make(api)
  await api.simulate('pay-boleto', id)
  await api.simulate('settle-boleto', id)
  const refused = await api.refund(id, { amount: '1' })
  expect(reasonOf(refused)).toEqual([409, 'RefundNotAllowed'])
  expect(refused.body.error.details.message).toContain('boleto')
})

test('an unpaid bill with a boleto is cancelled, and cannot be changed: its boleto is printed', async () => {
  const api = await newShop()
  const { id } = await make(api)
  expect(reasonOf(await api.patch(`/bills/${id}`, { amount: '1.00' }))).toEqual([409, 'TransactionStateNotAllowed'])
  expect((await api.post(`/bills/${id}/cancel`, {})).body.data.state).toBe('Cancelled')
  expect(reasonOf(await api.simulate('pay-boleto', id))).toEqual([409, 'TransactionStateNotAllowed'])
})

test('a charge without a boleto is not paid by one', async () => {
  const api = await newShop()
  const { id } = await make(api, { methods: ['pix'] })
  for (const one of [id, await api.createCashIn()])
    expect(reasonOf(await api.simulate('pay-boleto', one))).toEqual([409, 'TransactionStateNotAllowed'])
})

test('a repeat with the same order id is the same boleto; with other methods it is a conflict', async () => {
  const api = await newShop()
  const first = await make(api, { orderId: 'o-1' })
  expect(await make(api, { orderId: 'o-1', methods: ['boleto', 'pix'] })).toEqual(first)
  expect(reasonOf(await api.post('/bills', request({ orderId: 'o-1', methods: ['pix'] })))).toEqual([
    409,
    'OrderIdConflict',
  ])
})

test.each<[object, string[]]>([
  [{ methods: ['boleto'] }, ['/methods']],
  [{ methods: [] }, ['/methods']],
  [{ methods: ['pix', 'card'] }, ['/methods/1']],
  [{ onlyThisPayer: true }, ['/onlyThisPayer']],
  [{ payer: { name: 'Maria', cpf: cpf.maria } }, ['/payer']],
])('a request for a boleto with %o is refused by its field, and makes nothing', async (more, paths) => {
  const api = await newShop()
  const { status, body } = await api.post('/bills', request(more))
  expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([400, paths])
  expect((await api.get('/bills')).body.data.items).toEqual([])
})

test.each([undefined, { city: 'Recife' }])(
  'a customer with the address %o is refused by the field that was sent, with what to do, and gets a boleto afterwards',
  async known => {
    const api = await newShop()
    const { id } = (await api.post('/customers', { name: 'Ana', document: cpf.ana, address: known })).body.data
    const asked = { payer: undefined, customerId: id }
    const { status, body } = await api.post('/bills', request(asked))
    expect([status, body.error.details]).toMatchObject([
      400,
      [
        {
          path: '/customerId',
          code: 'noAddress',
          message: expect.stringContaining('add street, city, state and postalCode to the customer'),
        },
      ],
    ])
    const plan = { orderId: 'p', count: 2, amount: '10', firstDueDate: due, methods: ['pix', 'boleto'] }
    const { details } = (await api.post('/bills/plans', { ...plan, customerId: id, webhook: { url: sink.url } })).body
      .error
    expect(details).toMatchObject([{ path: '/customerId', code: 'noAddress' }])
    expect((await api.get('/bills')).body.data.items).toEqual([])
    await api.put(`/customers/${id}`, { address })
    expect((await make(api, asked)).methods).toEqual(['pix', 'boleto'])
  },
)
