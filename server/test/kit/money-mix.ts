import * as fc from 'fast-check'
import { expect } from 'vitest'
import { type Answer, type Api, cashOutBody } from './api-client.ts'

type PaymentInput = { cents: number; order: number | null }

/** Everything a merchant's programs and the banks do with money. `which` picks among the latest transactions. */
export type Act =
  | (PaymentInput & { act: 'cashIn'; editable: boolean; expiresIn: number })
  | (PaymentInput & { act: 'cashOut'; isChecked: boolean })
  | {
      act: 'simulate'
      which: number
      simulation: (typeof simulations)[number] | 'reverse' | 'refund'
      paidCents: number | null
    }
  | { act: 'cancel'; which: number }
  | { act: 'refund'; which: number; cents: number | null; refundId: string | null }
  | { act: 'dispute'; which: number; cents: number | null }
  | { act: 'endDispute'; which: number; how: 'defend' | 'return' | 'release' }

const simulations = ['complete', 'complete', 'complete', 'complete', 'register', 'cancel', 'error'] as const
const anyCents = fc.constantFrom(1, 51, 1000, 2500, 12_345)
const mostly = <Value>(usual: null, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

/** Some requests are repeated under their order id, with the same contents or with others. */
const anyAsked = fc.oneof(
  { weight: 2, arbitrary: fc.record({ cents: anyCents, order: fc.constant(null) }) },
  { weight: 1, arbitrary: fc.record({ cents: fc.constantFrom(1000, 2500), order: fc.nat(5) }) },
)

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(anyAsked, fc.boolean(), fc.constantFrom(1, 3600))
      .map(([asked, editable, expiresIn]) =>
        asked.order === null
          ? { act: 'cashIn' as const, ...asked, editable, expiresIn }
          : { act: 'cashIn' as const, ...asked, editable: false, expiresIn: 3600 },
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(anyAsked, fc.boolean())
      .map(([asked, isChecked]) => ({ act: 'cashOut' as const, ...asked, isChecked })),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('simulate' as const),
      which: fc.nat(5),
      simulation: fc.constantFrom(...simulations),
      paidCents: mostly(null, anyCents),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('simulate' as const),
      which: fc.nat(5),
      simulation: fc.constantFrom('reverse', 'refund'),
      paidCents: fc.constant(null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), which: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      which: fc.nat(5),
      cents: fc.constantFrom(null, 1, 51, 500),
      refundId: fc.constantFrom(null, 'r-1', 'r-2'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('dispute' as const),
      which: fc.nat(5),
      cents: fc.constantFrom(null, 1, 51, 500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('endDispute' as const),
      which: fc.nat(3),
      how: fc.constantFrom('defend', 'return', 'release'),
    }),
  },
)

/** The responses of one merchant: all of them must stay true. */
export type Diary = {
  /** Every transaction it knows of, in the order of the responses. */
  ids: string[]
  created: { id: string; act: Act & { act: 'cashIn' | 'cashOut' } }[]
  states: { id: string; state: string }[]
  refunds: { id: string; refundId: string; amount: string }[]
  disputes: string[]
  /** Requested orders, with or without a response, each with the id of its response. */
  orders: Map<string, { act: Act; id: string | null }>
}

export const newDiary = (): Diary => ({
  ids: [],
  created: [],
  states: [],
  refunds: [],
  disputes: [],
  orders: new Map(),
})

export const amountOf = (cents: number) => (cents / 100).toFixed(2)

/** Performs one action and records the response. Rejects if there was none. */
export async function perform(api: Api, diary: Diary, webhook: { url: string }, act: Act): Promise<void> {
  if (act.act === 'cashIn' || act.act === 'cashOut') return create(api, diary, webhook, act)
  if (act.act === 'endDispute') return endDispute(api, diary, act)
  const id = diary.ids.at(-1 - (act.which % Math.max(diary.ids.length, 1)))
  if (id === undefined) return
  if (act.act === 'dispute') {
    const asked = act.cents === null ? {} : { amount: amountOf(act.cents) }
    const { status, body } = await api.post('/sandbox/disputes', { transactionId: id, ...asked })
    expectOneOf(status, [201, 409])
    if (status === 201) diary.disputes.push(body.data.id)
    return
  }
  if (act.act === 'simulate' || act.act === 'cancel') {
    const { status, body } = await (act.act === 'cancel'
      ? api.put(`/accounts/transactions/pix/${id}/cancel`)
      : api.simulate(act.simulation, id, act.paidCents === null ? {} : { amount: amountOf(act.paidCents) }))
    expectOneOf(status, [200, 409])
    if (status === 200) diary.states.push({ id, state: body.data.transactionState })
    return
  }
  const { status, body } = await api.refund(id, {
    ...(act.cents === null ? {} : { amount: amountOf(act.cents) }),
    ...(act.refundId === null ? {} : { refundId: act.refundId }),
  })
  expectOneOf(status, [201, 409])
  if (status === 201) diary.refunds.push({ id, refundId: body.data.refundId, amount: body.data.amount })
}

async function endDispute(api: Api, diary: Diary, { which, how }: Act & { act: 'endDispute' }): Promise<void> {
  const id = diary.disputes.at(-1 - (which % Math.max(diary.disputes.length, 1)))
  if (id === undefined) return
  const { status } =
    how === 'defend'
      ? await api.post(`/disputes/${id}/defence`, { text: 'It was delivered' })
      : await api.put(`/sandbox/disputes/${id}/${how}`)
  expectOneOf(status, [200, 409])
}

async function create(api: Api, diary: Diary, webhook: { url: string }, act: Act & { act: 'cashIn' | 'cashOut' }) {
  const order = act.order === null ? {} : { transaction: { orderId: `order ${act.order}` } }
  const common = { amount: amountOf(act.cents), webhook, ...order }
  const key = JSON.stringify(act)
  if (act.order !== null && !diary.orders.has(key)) diary.orders.set(key, { act, id: null })
  const answer: Answer =
    act.act === 'cashOut'
      ? await (act.isChecked ? payChecked(api, common) : api.requestCashOut(common))
      : await api.requestCashIn({ ...common, editable: act.editable, expiresIn: act.expiresIn })
  expectOneOf(answer.status, [201, 409])
  const known = diary.orders.get(key)
  if (answer.status !== 201) return expect(known?.id ?? null).toBeNull()
  const { id } = answer.body.data.transaction
  if (known !== undefined) known.id = expectSame(known.id ?? id, id)
  if (diary.created.some(one => one.id === id)) return
  diary.created.push({ id, act })
  diary.ids.push(id)
}

/** A checked payout is requested with its token, twice at once: it is one payout. A refused check has no token. */
async function payChecked(api: Api, asked: Parameters<typeof cashOutBody>[0]): Promise<Answer> {
  const { payment, ...rest } = cashOutBody(asked)
  const check = await api.post('/accounts/pix/cashout/check', { payment })
  expect(check.status).toBe(200)
  if (check.body.data.token === null) return api.requestCashOut(asked)
  const body = { ...rest, payment: { ...payment, checkToken: check.body.data.token } }
  const [one, other] = await Promise.all([
    api.post('/accounts/pix/cashout', body),
    api.post('/accounts/pix/cashout', body),
  ])
  if (one.status === 201 && other.status === 201)
    expectSame(one.body.data.transaction.id, other.body.data.transaction.id)
  expectOneOf(other.status, [201, 409])
  return one.status === 201 ? one : other
}

export const expectOneOf = (status: number, allowed: number[]) => expect(allowed).toContain(status)
export const expectSame = (before: string, now: string) => {
  expect(now).toBe(before)
  return now
}
