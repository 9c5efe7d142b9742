import { expect, test } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
const api = await trilho.newMerchant()

test.each([
  ['complete', 'Completed', {}],
  ['error', 'Error', { stateErrorCause: 'PaymentProcessingError' }],
  ['cancel', 'Cancelled', {}],
])(
  '%s makes a payment initiation %s, and its webhook has been called when it is answered',
  async (how, state, more) => {
    const { id } = await api.createInitiation({ webhook })
    const { status, body } = await api.simulateInitiation(how, id)
    expect(status).toBe(200)
    expect(body).toStrictEqual({ statusCode: 'Done', data: { transactionId: id, transactionState: state, ...more } })
    expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual([state])
    expect(await api.stateOf(id)).toBe(state === 'Cancelled' ? 'Canceled' : state)
  },
)

test.each(['complete', 'error', 'cancel'])('%s of a final payment is refused with its state', async how => {
  const { id } = await api.createInitiation()
  await api.simulateInitiation('cancel', id)
  const { status, body } = await api.simulateInitiation(how, id)
  expect(status).toBe(409)
  expect(body.error.details).toMatchObject({ reason: 'TransactionStateNotAllowed' })
  expect(body.error.details.message).toContain('Cancelled')
})

test('completed ten times at once it is credited once and notified once', async () => {
  const merchant = await trilho.newMerchant()
  const { id } = await merchant.createInitiation({ webhook })
  const answers = await Promise.all(times(10, () => merchant.simulateInitiation('complete', id)))
  expect(answers.map(answer => answer.status).sort()).toEqual([200, ...times(9, () => 409)])
  expect(await merchant.availableBalance()).toBe('10.500000')
  expect(sink.eventsOf(id)).toHaveLength(1)
})

test.each([
  ['reverse', 'Reversed'],
  ['refund', 'Refunded'],
])('%s makes a completed payment initiation %s, takes the money back and notifies it', async (how, state) => {
  const merchant = await trilho.newMerchant()
  const { id } = await merchant.createInitiation({ webhook })
  expect((await merchant.simulateInitiation(how, id)).body.error.details.reason).toBe('TransactionStateNotAllowed')
  await merchant.simulateInitiation('complete', id)
  const { status, body } = await merchant.simulateInitiation(how, id)
  expect([status, body.data]).toEqual([200, { transactionId: id, transactionState: state }])
  expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual(['Completed', state])
  expect(await merchant.availableBalance()).toBe('0.000000')
})

test('PIX simulations refuse an OpenFinance payment, and the other way round, and name the right address', async () => {
  const { id } = await api.createInitiation()
  const pix = await api.createCashIn()
  for (const how of ['complete', 'error', 'cancel', 'reverse', 'refund'])
    for (const [answer, right] of [
      [await api.simulate(how, id), `POST /sandbox/payment-initiation/${how}/${id}`],
      [await api.simulateInitiation(how, pix), `PUT /sandbox/transactions/${how}/${pix}`],
    ] as const) {
      expect([answer.status, answer.body.error.details.reason]).toEqual([409, 'PaymentTypeMismatch'])
      expect(answer.body.error.details.message).toContain(right)
    }
  expect((await api.simulate('register', id)).body.error.details.message).not.toContain('/register/')
  expect([await api.stateOf(id), await api.stateOf(pix)]).toEqual(['Registered', 'Registered'])
})

test('a webhook that cannot be called is reported, and the state stands', async () => {
  const { id } = await api.createInitiation()
  const { status, body } = await api.simulateInitiation('complete', id)
  expect(status).toBe(404)
  expect(body.error.details.reason).toBe('WebhookUnreachable')
  expect(await api.stateOf(id)).toBe('Completed')
})

test('an unknown payment is not found, and without a token nothing is simulated', async () => {
  expect((await api.simulateInitiation('complete', 'x')).status).toBe(404)
  const { id } = await api.createInitiation()
  const response = await fetch(`${trilho.url}/sandbox/payment-initiation/complete/${id}`, { method: 'POST' })
  expect(response.status).toBe(401)
})

test('production has neither these simulations nor the simulated bank, nor clocks that are moved, nor scripted faults', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(32) })
  const merchant = await production.newMerchant()
  const { id, checkoutUrl } = await merchant.createInitiation({ webhook: { url: 'https://example.com' } })
  expect((await merchant.simulateInitiation('complete', id)).status).toBe(404)
  expect((await fetch(`${production.url}/sandbox/bank`)).status).toBe(404)
  const page = await (await fetch(checkoutUrl)).text()
  expect(page).not.toMatch(/TESTE|Ambiente de testes/)
  for (const answer of [
    await merchant.get('/sandbox/clock'),
    await merchant.put('/sandbox/clock', { forward: 60 }),
    await merchant.get('/sandbox/troubles'),
    await merchant.post('/sandbox/troubles', { kind: 'webhookDrop' }),
  ])
    expect([answer.status, answer.body.error.details.reason]).toEqual([404, 'RouteNotFound'])
  expect(production.needs.faultFor).toBeNull()
})
