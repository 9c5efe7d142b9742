import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PostingName, postings } from '../src/money/ledger/postings.ts'
import type { Reason } from '../src/platform/http/reasons.ts'
import { type EventKind, type State, transitions } from '../src/money/transactions/states.ts'
import { assertProperty } from './kit/property.ts'
import { cpf, openTrilho } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'

const trilho = await openTrilho()
const sink = await openSink()

type Merchant = Awaited<ReturnType<typeof trilho.newMerchant>>
type CashInInput = { cents: number; editable: boolean; anonymous: boolean; order: number | null }
type Modelled = CashInInput & { id: string; state: State; paidCents: number; notified: State[] }
type Model = { transactions: Modelled[]; availableCents: number; postings: number }

/** A random action. `which` selects one of the transactions. */
type Act = { act: 'create'; input: CashInInput } | { act: 'read'; which: number } | Simulate
type Simulate = { act: 'simulate'; which: number; simulation: keyof typeof eventOf; paidCents: number | null }

const eventOf = {
  complete: 'paid',
  error: 'failed',
  cancel: 'cancelled',
  register: 'accepted',
  reverse: 'reversed',
  refund: 'forcedReturn',
} as const satisfies Record<string, EventKind>

const anyCents = fc.constantFrom(1, 50, 51, 1000, 5000, 12_345)
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('create' as const),
      input: fc.record({
        cents: anyCents,
        editable: fc.boolean(),
        anonymous: fc.boolean(),
        order: fc.option(fc.constantFrom(1, 2)),
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('simulate' as const),
      which: fc.nat(20),
      simulation: fc.constantFrom('complete', 'complete', 'error', 'cancel', 'register', 'reverse', 'refund'),
      paidCents: fc.option(anyCents),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('read' as const), which: fc.nat(20) }) },
)

/** The billing plan below, in whole cents: 0.10 and 0.99 %, rounded half up. */
const plan = { chargeFixed: '0.10', chargeRate: 990_000n }
const chargedCents = (paidCents: number) => Math.min(10 + Math.floor((paidCents * 99 + 5000) / 10_000), paidCents)

const amountOf = (cents: number) => (cents / 100).toFixed(2)
const spelledInReads = (state: State) => (state === 'Cancelled' ? 'Canceled' : state)

/** The actual response, and the one that the model expects. */
type Outcome = [got: unknown[], due: unknown[]]

async function create(api: Merchant, model: Model, input: CashInInput): Promise<Outcome> {
  const { status, body } = await api.requestCashIn({
    amount: amountOf(input.cents),
    editable: input.editable,
    ...(input.anonymous ? { payer: null } : {}),
    ...(input.order === null ? {} : { transaction: { orderId: `order ${input.order}` } }),
    webhook: { url: sink.url },
  })
  const got = status === 201 ? body.data.transaction.id : body.error.details.reason
  const first = input.order === null ? undefined : model.transactions.find(t => t.order === input.order)
  if (first === undefined)
    model.transactions.push({ ...input, id: got, state: 'Registered', paidCents: 0, notified: [] })
  return [[status, got], first === undefined ? [201, got] : repeated(first, input)]
}

const repeated = ({ id, cents, editable, anonymous }: Modelled, input: CashInInput) =>
  cents === input.cents && editable === input.editable && anonymous === input.anonymous
    ? [201, id]
    : [409, 'OrderIdConflict']

/** The transition in the tables, or the reason of the refusal. */
function applyToModel(model: Model, transaction: Modelled, event: EventKind, paidCents: number): Reason | null {
  const isWrong = event === 'paid' && !transaction.editable && paidCents !== transaction.cents
  const kind = isWrong ? 'failed' : event
  const row = transitions.find(
    ({ type, from, event }) => type === 'Credit' && from === transaction.state && event === kind,
  )
  if (row === undefined) return 'TransactionStateNotAllowed'
  const { to, posting } = row
  const amount = to === 'Completed' ? paidCents : transaction.paidCents
  // A return includes its fees as far as the balance does not cover it; the rest must be covered.
  const missing = posting === 'cashInReturned' ? Math.max(0, amount - model.availableCents) : 0
  if (missing > chargedCents(amount)) return 'InsufficientBalance'
  transaction.state = to
  transaction.notified.push(to)
  if (to === 'Completed') transaction.paidCents = paidCents
  const charges = posting === 'cashInReturned' ? missing : chargedCents(amount)
  if (posting !== null) post(model, posting, { amount, charges })
  return null
}

function post(model: Model, posting: PostingName, cents: { amount: number; charges: number }) {
  for (const { from, to, moves } of postings[posting]) {
    if (from === 'available') model.availableCents -= cents[moves]
    if (to === 'available') model.availableCents += cents[moves]
  }
  model.postings += 1
}

async function simulate(api: Merchant, model: Model, transaction: Modelled, act: Simulate): Promise<Outcome> {
  const { status, body } = await api.simulate(act.simulation, transaction.id, {
    ...(transaction.anonymous ? { name: 'João Souza', taxNumber: cpf.joao } : {}),
    ...(act.paidCents === null ? {} : { amount: amountOf(act.paidCents) }),
  })
  const refusal = applyToModel(model, transaction, eventOf[act.simulation], act.paidCents ?? transaction.cents)
  return [
    [status, status === 200 ? body.data.transactionState : body.error.details.reason],
    refusal === null ? [200, transaction.state] : [409, refusal],
  ]
}

async function perform(api: Merchant, model: Model, act: Act): Promise<Outcome> {
  if (act.act === 'create') return create(api, model, act.input)
  const transaction = model.transactions[act.which % Math.max(model.transactions.length, 1)]
  if (transaction === undefined) return [[], []]
  if (act.act === 'simulate') return simulate(api, model, transaction, act)
  return [[await api.stateOf(transaction.id)], [spelledInReads(transaction.state)]]
}

async function expectLike(api: Merchant, model: Model) {
  for (const { id, state, notified } of model.transactions) {
    expect(await api.stateOf(id)).toBe(spelledInReads(state))
    expect(sink.eventsOf(id).map(event => event.body.transactionState)).toEqual(notified)
  }
  const [counted] = await trilho.sql`
    select (select count(*)::int from transactions where merchant_id = ${api.merchantId}) as transactions,
           (select count(*)::int from postings where merchant_id = ${api.merchantId}) as postings,
           (select count(*)::int from webhook_events where merchant_id = ${api.merchantId}) as events`
  expect(counted).toEqual({
    transactions: model.transactions.length,
    postings: model.postings,
    events: model.transactions.flatMap(t => t.notified).length,
  })
  expect(await api.availableBalance()).toBe(`${amountOf(model.availableCents)}0000`)
}

test('for any sequence of actions on cash-ins, states, money and events are those of the tables', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 40, size: 'max' }), async actions => {
      const api = await trilho.newMerchant(plan)
      const model: Model = { transactions: [], availableCents: 0, postings: 0 }
      for (const act of actions) {
        const [got, due] = await perform(api, model, act)
        expect(got).toEqual(due)
      }
      await expectLike(api, model)
    }),
    { runs: 40 },
  )
})
