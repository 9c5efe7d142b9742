import { expect, test } from 'vitest'
import { call, cashInBody, clientWith } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { transaction, waiting } from '../../../test/kit/meet.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url }
const api = await trilho.newMerchant()

type Merchant = typeof api
const states = ['Registered', 'Completed', 'Cancelled', 'Error', 'Reversed', 'Refunded'] as const
const simulations = ['complete', 'error', 'cancel', 'register', 'reverse', 'refund'] as const
type Simulation = (typeof simulations)[number]
type State = (typeof states)[number]

/** How a cash-in gets into each state. */
const wayTo: Record<State, Simulation[]> = {
  Registered: [],
  Completed: ['complete'],
  Cancelled: ['cancel'],
  Error: ['error'],
  Reversed: ['complete', 'reverse'],
  Refunded: ['complete', 'refund'],
}

/** All that may happen to a cash-in; everything else is refused. */
const allowed: [from: State, Simulation, to: State][] = [
  ['Registered', 'complete', 'Completed'],
  ['Registered', 'error', 'Error'],
  ['Registered', 'cancel', 'Cancelled'],
  ['Completed', 'reverse', 'Reversed'],
  ['Completed', 'refund', 'Refunded'],
]
const isAllowed = (state: State, simulation: Simulation) =>
  allowed.some(([from, which]) => from === state && which === simulation)

async function cashInThatIs(state: State, merchant: Merchant = api): Promise<string> {
  const id = await merchant.createCashIn({ webhook })
  for (const simulation of wayTo[state]) await merchant.simulate(simulation, id)
  return id
}

/** All that a simulation can change. */
const snapshot = async (merchant: Merchant, id: string) => ({
  read: (await merchant.read(id)).body.data,
  available: await merchant.availableBalance(),
  events: sink.eventsOf(id).map(event => event.body.transactionState),
})

test.each(allowed)('a %s cash-in, after %s, is %s, is answered so and notified once', async (from, simulation, to) => {
  const id = await cashInThatIs(from)
  const eventsBefore = sink.eventsOf(id).length
  const { status, body } = await api.simulate(simulation, id)
  expect(status).toBe(200)
  expect(body).toStrictEqual({
    statusCode: 'Done',
    data: {
      transactionId: id,
      transactionState: to,
      ...(to === 'Error' ? { stateErrorCause: 'PaymentProcessingError' } : {}),
    },
  })
  expect(await api.stateOf(id)).toBe(to === 'Cancelled' ? 'Canceled' : to)
  expect(
    sink
      .eventsOf(id)
      .slice(eventsBefore)
      .map(event => event.body.transactionState),
  ).toEqual([to])
})

test.each(
  states.flatMap(state =>
    simulations.filter(simulation => !isAllowed(state, simulation)).map(simulation => [state, simulation] as const),
  ),
)('a %s cash-in refuses %s and stays as it is', async (state, simulation) => {
  const id = await cashInThatIs(state)
  const before = await snapshot(api, id)
  const { status, headers, body } = await api.simulate(simulation, id)
  expect(status).toBe(409)
  expect(body).toStrictEqual({
    statusCode: 'Error',
    error: {
      name: 'OperationError',
      code: 'OperationError',
      message: expect.any(String),
      details: {
        reason: 'TransactionStateNotAllowed',
        message: expect.stringContaining(` ${state} `),
        requestId: headers.get('x-request-id'),
      },
    },
  })
  expect(await snapshot(api, id)).toEqual(before)
})

const missing = (missingProperty: string) => ({
  path: '',
  code: 'required',
  message: `must have required property '${missingProperty}'`,
  info: { missingProperty },
})

test.each([
  ['nothing', undefined, [missing('name'), missing('taxNumber')]],
  ['an empty body', {}, [missing('name'), missing('taxNumber')]],
  ['an amount alone', { amount: '1' }, [missing('name'), missing('taxNumber')]],
  ['a name alone', { name: 'João Souza' }, [missing('taxNumber')]],
  ['a document alone', { taxNumber: cpf.joao }, [missing('name')]],
])('an anonymous payment completed with %s is refused and stays as it is', async (_title, request, details) => {
  const id = await api.createCashIn({ payer: null, webhook })
  const before = await snapshot(api, id)
  const { status, body } = await api.simulate('complete', id, request)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ name: 'InvalidRequestFormatError', details })
  expect(await snapshot(api, id)).toEqual(before)
  expect((await api.simulate('complete', id, { name: 'João Souza', taxNumber: cpf.joao })).status).toBe(200)
})

test.each([
  [{ name: '' }, '/name'],
  [{ name: 7 }, '/name'],
  [{ taxNumber: '123' }, '/taxNumber'],
  [{ amount: '0' }, '/amount'],
  [{ amount: 10.5 }, '/amount'],
])('completing with %o is refused', async (request, path) => {
  const id = await api.createCashIn({ webhook })
  const { status, body } = await api.simulate('complete', id, request)
  expect(status).toBe(400)
  expect(body.error.details.map((problem: { path: string }) => problem.path)).toEqual([path])
  expect(await api.stateOf(id)).toBe('Registered')
})

test.each([
  ['all digits alike', '111.111.111-11', 'CounterpartyTaxNumberInvalid'],
  ['a wrong check digit', '52998224726', 'CounterpartyTaxNumberInvalid'],
  ['a company with a wrong check digit', '11.222.333/0001-82', 'CounterpartyTaxNumberInvalid'],
  ['restricted at banks', '90000000175', 'CounterpartyTaxNumberInvalid'],
  ['rejected by the counterparty service', '900.000.002-56', 'CounterpartyServiceError'],
])('a payer whose document is %s cannot pay', async (_title, taxNumber, reason) => {
  for (const payer of [null, { cpf: cpf.maria }]) {
    const id = await api.createCashIn({ payer, webhook })
    const { status, body } = await api.simulate('complete', id, { name: 'João Souza', taxNumber })
    expect([status, body.error.name]).toEqual([409, 'OperationError'])
    expect(body.error.details).toMatchObject({ reason, message: `TaxNumber:${taxNumber.replace(/\D/g, '')}` })
    expect(await api.stateOf(id)).toBe('Registered')
  }
})

test('a charge for one payer only that another document pays fails with PayerMismatch, and moves no money', async () => {
  const body = cashInBody({ webhook: { url: sink.url } })
  const created = await api.post('/accounts/pix/cashin', { ...body, payment: { ...body.payment, onlyThisPayer: true } })
  const { id } = created.body.data.transaction
  const before = await api.availableBalance()
  const answer = await api.simulate('complete', id, { name: 'João', taxNumber: cpf.joao })
  expect([answer.status, answer.body.data.transactionState]).toEqual([200, 'Error'])
  expect((await api.read(id)).body.data.transaction.stateErrorCause).toBe('PayerMismatch')
  expect(await api.availableBalance()).toBe(before)
})

test('an anonymous payment can be cancelled without naming anybody', async () => {
  const id = await api.createCashIn({ payer: null, webhook })
  expect((await api.simulate('cancel', id)).status).toBe(200)
})

test.each(['10.49', '10.51', '0.000001', '1000'])('10.50 paid as %s is an error and credits nothing', async amount => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ amount: '10.50', webhook })
  const { status, body } = await merchant.simulate('complete', id, { amount })
  expect(status).toBe(200)
  expect(body.data).toStrictEqual({
    transactionId: id,
    transactionState: 'Error',
    stateErrorCause: 'AmountMismatch',
  })
  expect(await merchant.availableBalance()).toBe('0.000000')
  expect(sink.eventsOf(id).map(event => event.body.stateErrorCause)).toEqual(['AmountMismatch'])
})

test.each(['10.5', '10.50', '10.500000'])('10.50 paid as %s completes', async amount => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ amount: '10.50', webhook })
  expect((await merchant.simulate('complete', id, { amount })).body.data.transactionState).toBe('Completed')
  expect(await merchant.availableBalance()).toBe('10.500000')
})

test.each([undefined, '10.49', '12.345678', '1000'])('an editable 10.50 paid as %s completes as paid', async amount => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ amount: '10.50', editable: true, webhook })
  const { body } = await merchant.simulate('complete', id, amount === undefined ? {} : { amount })
  expect(body.data).toStrictEqual({ transactionId: id, transactionState: 'Completed' })
  expect(Number(await merchant.availableBalance())).toBe(Number(amount ?? '10.50'))
})

test.each(['reverse', 'refund'])('%s takes the paid amount back; the charges stay', async simulation => {
  const merchant = await trilho.newMerchant({ balance: '5', chargeFixed: '0.10', chargeRate: 990_000n })
  const id = await merchant.createCashIn({ amount: '100', editable: true, webhook })
  await merchant.simulate('complete', id, { amount: '50' })
  expect(await merchant.availableBalance()).toBe('54.400000')
  await merchant.simulate(simulation, id)
  expect(await merchant.availableBalance()).toBe('4.400000')
})

/** Holds a transaction's row while both call, so that they really meet, and lets go once both wait for it. */
async function race<Answer>(id: string, both: () => Promise<Answer>[]): Promise<Answer[]> {
  const { answers } = await trilho.sql.begin(async tx => {
    await transaction(id)(tx)
    const answers = Promise.all(both())
    await expect.poll(async () => (await waiting(trilho.sql)).length, { interval: 1 }).toBe(2)
    return { answers }
  })
  return answers
}

test('of complete and cancel at once exactly one wins, 20 times; state, money and event agree', async () => {
  const merchant = await trilho.newMerchant()
  const elsewhere = clientWith((await trilho.startServer()).url, merchant.token)
  let paid = 0
  for (let round = 0; round < 20; round++) {
    const id = await merchant.createCashIn({ amount: '1', webhook })
    const calls = [() => merchant.simulate('complete', id), () => elsewhere.simulate('cancel', id)]
    const answers = await race(id, () => (round % 2 ? calls : calls.toReversed()).map(call => call()))
    expect(answers.map(a => a.status).sort()).toEqual([200, 409])
    const winner = answers.find(a => a.status === 200)?.body.data.transactionState
    expect(answers.find(a => a.status === 409)?.body.error.details.message).toContain(` ${winner} `)
    expect(await merchant.stateOf(id)).toBe(winner.replace('Cancelled', 'Canceled'))
    expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual([winner])
    paid += winner === 'Completed' ? 1 : 0
  }
  expect(await merchant.availableBalance()).toBe(`${paid}.000000`)
})

test.each(simulations)("%s finds neither another merchant's transaction nor an unknown one", async simulation => {
  const other = await trilho.newMerchant()
  const id = await other.createCashIn({ webhook })
  for (const requested of [id, '019a0000-0000-7000-8000-000000000000', 'abc']) {
    const { status, body } = await api.simulate(simulation, requested, { name: 'A', taxNumber: cpf.ana })
    expect(status).toBe(404)
    expect(body.error.details.reason).toBe('TransactionNotFound')
  }
  expect(await other.stateOf(id)).toBe('Registered')
})

test.each(simulations)('%s needs the token', async simulation => {
  const id = await api.createCashIn({ webhook })
  const { status, body } = await call(`${trilho.url}/sandbox/transactions/${simulation}/${id}`, { method: 'PUT' })
  expect(status).toBe(401)
  expect(body.error.details.reason).toBe('AuthenticationTokenInvalid')
  expect(await api.stateOf(id)).toBe('Registered')
})
