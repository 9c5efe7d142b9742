import { expect, test } from 'vitest'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const api = await trilho.newMerchant()

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const created = ({ orderId = null as string | null, amount = '10.50' } = {}) => ({
  statusCode: 'Done',
  data: {
    transaction: {
      id: expect.stringMatching(uuidV7),
      orderId,
      date: expect.stringMatching(timestamp),
      state: 'Registered',
      amount,
    },
    payment: {
      qrCode: expect.stringMatching(/^000201010212.*6304[0-9A-F]{4}$/),
      qrCodeLocation: expect.stringMatching(new RegExp(`^${trilho.url}/qr/[\\w-]{43}$`)),
    },
  },
})

test.each([
  ['a named payer', {}, {}],
  ['a payer without a name', { payer: { cpf: cpf.joao } }, {}],
  ['a name beyond plain letters', { payer: { cpf: cpf.ana, name: 'João 😀 最佳' } }, {}],
  ['a CPF with punctuation', { payer: { cpf: '390.533.447-05' } }, {}],
  ['an anonymous payer', { payer: null }, {}],
  ['an editable amount', { editable: true }, {}],
  ['an amount said not to be editable', { editable: false }, {}],
  ['an anonymous payer and an editable amount', { payer: null, editable: true }, {}],
  ['an order', { transaction: { orderId: 'order-7', orderDescription: 'Dois pães' } }, { orderId: 'order-7' }],
  ['an order id alone', { transaction: { orderId: 'order-8' } }, { orderId: 'order-8' }],
  ['a description alone', { transaction: { orderDescription: 'Dois pães' } }, {}],
  ['an empty transaction', { transaction: {} }, {}],
  ['a lifetime of its own', { expiresIn: 60 }, {}],
  ['a custom header', { webhook: { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: 'a b' } }, {}],
  ['a field the contract does not know', { transaction: { coupon: 'A' } }, {}],
])('a cash-in with %s is answered in the form of the contract', async (_title, request, echoed) => {
  const { status, headers, body } = await api.requestCashIn(request)
  expect(status).toBe(201)
  expect(headers.get('idempotent-replayed')).toBeNull()
  expect(body).toStrictEqual(created(echoed))
})

test.each(['10', '10.5', '10.500000', '0010.50', '0.01', '0.000001', '9999999999.999999'])(
  'the amount %s is echoed as it was requested',
  async amount => {
    expect((await api.requestCashIn({ amount })).body).toStrictEqual(created({ amount }))
  },
)

test('a charge can be paid for 24 hours, or for as long as the request says', async () => {
  const lifetimeMs = async (request: object) => {
    const { transaction, payment } = (await api.requestCashIn(request)).body.data
    const charge = await api.get(new URL(payment.qrCodeLocation.replace('/qr/', '/pix/')).pathname)
    return Date.parse(charge.body.data.expiresAt) - Date.parse(transaction.date)
  }
  expect(await lifetimeMs({})).toBe(86_400_000)
  expect(await lifetimeMs({ expiresIn: 90 })).toBe(90_000)
})

test('a cash-in paid ten times at once credits once and notifies once', async () => {
  const payee = await trilho.newMerchant()
  const id = await payee.createCashIn({ amount: '10.50', webhook: { url: sink.url } })
  const answers = await Promise.all(times(10, () => payee.simulate('complete', id)))
  expect(answers.map(a => a.status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await payee.availableBalance()).toBe('10.500000')
  expect(sink.eventsOf(id)).toHaveLength(1)
})
