import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer, Api } from './api-client.ts'
import { eventually } from './delivery-kit.ts'

type Asked = { cents: number; order: number | null }

/** Everything a merchant's programs and the banks do with money. `which` picks among the latest transactions. */
export type Act =
  | (Asked & { act: 'cashIn'; editable: boolean; expiresIn: number })
  | (Asked & { act: 'cashOut' })
  | {
      act: 'simulate'
      which: number
      simulation: (typeof simulations)[number] | 'reverse' | 'refund'
      paidCents: number | null
    }
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
  { weight: 3, arbitrary: anyAsked.map(asked => ({ act: 'cashOut' as const, ...asked })) },
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

/** What one merchant was answered: all of it must be true from then on. */
export type Diary = {
  created: { id: string; act: Act & { act: 'cashIn' | 'cashOut' } }[]
  states: { id: string; state: string }[]
  refunds: { id: string; refundId: string; amount: string }[]
  disputes: string[]
  /** Orders that were asked for, answered or not, each with the id it was answered with. */
  orders: Map<string, { act: Act; id: string | null }>
}

export const newDiary = (): Diary => ({ created: [], states: [], refunds: [], disputes: [], orders: new Map() })

const amountOf = (cents: number) => (cents / 100).toFixed(2)

/** Does one thing and writes down what was answered. Rejects when nothing was. */
export async function perform(api: Api, diary: Diary, webhook: { url: string }, act: Act): Promise<void> {
  if (act.act === 'cashIn' || act.act === 'cashOut') return create(api, diary, webhook, act)
  if (act.act === 'endDispute') return endDispute(api, diary, act)
  const id = diary.created.at(-1 - (act.which % Math.max(diary.created.length, 1)))?.id
  if (id === undefined) return
  if (act.act === 'dispute') {
    const asked = act.cents === null ? {} : { amount: amountOf(act.cents) }
    const { status, body } = await api.post('/sandbox/disputes', { transactionId: id, ...asked })
    expectOneOf(status, [201, 409])
    if (status === 201) diary.disputes.push(body.data.id)
    return
  }
  if (act.act === 'simulate') {
    const paid = act.paidCents === null ? {} : { amount: amountOf(act.paidCents) }
    const { status, body } = await api.simulate(act.simulation, id, paid)
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
      ? await api.requestCashOut(common)
      : await api.requestCashIn({ ...common, editable: act.editable, expiresIn: act.expiresIn })
  expectOneOf(answer.status, [201, 409])
  const known = diary.orders.get(key)
  if (answer.status !== 201) return expect(known?.id ?? null).toBeNull()
  const { id } = answer.body.data.transaction
  if (known !== undefined) known.id = expectSame(known.id ?? id, id)
  if (!diary.created.some(one => one.id === id)) diary.created.push({ id, act })
}

const expectOneOf = (status: number, allowed: number[]) => expect(allowed).toContain(status)
const expectSame = (before: string, now: string) => {
  expect(now).toBe(before)
  return now
}

type Item = Record<'id' | 'state' | 'type' | 'amount' | 'charges' | 'refundedAmount', string> & {
  orderId: string | null
  receiptAmount: string | null
} & Record<string, string | null>

/** Every transaction the merchant has, whether its answer came or not. */
async function listAll(api: Api): Promise<Item[]> {
  const items: Item[] = []
  let cursor = ''
  do {
    const { data } = (await api.get(`/accounts/transactions/pix?${cursor}`)).body
    items.push(...data.items)
    cursor = data.nextCursor === null ? '' : `cursor=${data.nextCursor}`
  } while (cursor !== '')
  return items
}

/** Where each answered state has left its date. */
const dateOf: Record<string, string> = {
  Registered: 'stateRegisteredDate',
  Completed: 'stateCompletedDate',
  Cancelled: 'stateCancelledDate',
  Error: 'stateErrorDate',
  Reversed: 'stateReversedDate',
  Refunded: 'stateRefundDate',
}

const micros = (amount: string) => BigInt(amount.replace('.', ''))

type Refund = Record<'refundId' | 'amount' | 'state', string>
const sumOf = (refunds: Refund[], state: string) =>
  refunds.reduce((sum, refund) => sum + (refund.state === state ? micros(refund.amount) : 0n), 0n)

/** What a transaction in its present state has done to the balance: the table of money movements, seen from its end. */
function effectOf({ type, state, ...item }: Item, refunds: Refund[]): { available: bigint; held: bigint } {
  const [amount, charges] = [micros(item.receiptAmount ?? item.amount), micros(item.charges)]
  const nothing = { available: 0n, held: 0n }
  if (type === 'Credit') {
    const held = sumOf(refunds, 'Processing')
    if (state === 'Completed') return { available: amount - charges - micros(item.refundedAmount) - held, held }
    return state === 'Reversed' || state === 'Refunded' ? { available: -charges, held } : nothing
  }
  const taken = micros(item.amount) + charges
  if (state === 'Created' || state === 'Registered') return { available: -taken, held: taken }
  return state === 'Completed' ? { available: -taken, held: 0n } : nothing
}

/** What disputes block that nobody has decided. */
async function sumBlocked(api: Api): Promise<bigint> {
  let blocked = 0n
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data }: Answer['body'] = (await api.get(`/disputes?${cursor && `cursor=${cursor}`}`)).body
    for (const { state, blockedAmount } of data.items as Record<'state' | 'blockedAmount', string>[])
      if (state === 'Open' || state === 'Defended') blocked += micros(blockedAmount)
    cursor = data.nextCursor
  }
  return blocked
}

/** All that was answered is there, every order once, and the balance is what the transactions made of it. */
export async function expectKept(api: Api, diary: Diary, openingBalance: string): Promise<void> {
  const items = await listAll(api)
  const byId = new Map(items.map(item => [item.id, item]))
  for (const { id, act } of diary.created)
    expect(byId.get(id)).toMatchObject({
      type: act.act === 'cashIn' ? 'Credit' : 'Debit',
      amount: `${amountOf(act.cents)}0000`,
      orderId: act.order === null ? null : `order ${act.order}`,
    })
  for (const { id, state } of diary.states) expect(byId.get(id)?.[dateOf[state] ?? '']).toEqual(expect.any(String))

  const orders = items.filter(item => item.orderId !== null).map(item => `${item.type} ${item.orderId}`)
  expect(orders.length).toBe(new Set(orders).size)

  // A worker may bring a refund to its end between two of these questions: then they are asked again.
  await eventually(() => expectMoney(api, diary, openingBalance))
}

/** The refunds that were answered are there and have not failed, none exceeds what was paid, and the balance is right. */
async function expectMoney(api: Api, diary: Diary, openingBalance: string): Promise<void> {
  const items = await listAll(api)
  const refundsOf = new Map<string, Refund[]>()
  for (const { id, receiptAmount } of items)
    if (receiptAmount !== null)
      refundsOf.set(id, (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items)
  for (const { id, refundId, amount } of diary.refunds) {
    const refund = refundsOf.get(id)?.find(one => one.refundId === refundId)
    expect(refund).toMatchObject({ amount, state: expect.stringMatching(/^(Processing|Completed)$/) })
  }
  for (const { id, refundedAmount, receiptAmount } of items) {
    const refunds = refundsOf.get(id) ?? []
    expect(micros(refundedAmount)).toBe(sumOf(refunds, 'Completed'))
    expect(micros(refundedAmount) + sumOf(refunds, 'Processing')).toBeLessThanOrEqual(micros(receiptAmount ?? '0'))
  }
  const effects = items.map(item => effectOf(item, refundsOf.get(item.id) ?? []))
  const blocked = await sumBlocked(api)
  const { available, held, ...balance } = await api.balance()
  expect(micros(balance.blocked)).toBe(blocked)
  expect(micros(held)).toBe(effects.reduce((sum, effect) => sum + effect.held, 0n))
  expect(micros(available)).toBe(
    effects.reduce((sum, effect) => sum + effect.available, micros(openingBalance) - blocked),
  )
}
