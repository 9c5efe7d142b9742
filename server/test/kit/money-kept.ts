import { expect } from 'vitest'
import type { Answer, Api } from './api-client.ts'
import { eventually } from './delivery-kit.ts'
import { type Diary, amountOf } from './money-mix.ts'

type Item = Record<'id' | 'state' | 'type' | 'amount' | 'charges' | 'refundedAmount', string> & {
  orderId: string | null
  receiptAmount: string | null
} & Record<string, string | null>

/** Every transaction of the merchant, whether its response arrived or not. */
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

/** The date field of each state. */
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

/** The effect of a transaction in its current state on the balance. */
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

/** The amount that undecided disputes block. */
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

/** Transactions that wait for approval: no money is held for them. */
type ReadUndecided = () => Promise<ReadonlySet<string>>

/** Everything acknowledged is stored, every order once, and the balance is the sum of the transactions' effects. */
export async function expectKept(
  api: Api,
  diary: Diary,
  openingBalance: string,
  undecided: ReadUndecided = async () => new Set(),
): Promise<void> {
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

  // A worker may complete a refund between two of these reads: then they are repeated.
  await eventually(async () => expectMoney(api, diary, openingBalance, await undecided()))
}

/** Acknowledged refunds are stored and have not failed, none exceeds the payment, and the balance is right. */
async function expectMoney(
  api: Api,
  diary: Diary,
  openingBalance: string,
  undecided: ReadonlySet<string>,
): Promise<void> {
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
  const effects = items.filter(({ id }) => !undecided.has(id)).map(item => effectOf(item, refundsOf.get(item.id) ?? []))
  const blocked = await sumBlocked(api)
  const { available, held, ...balance } = await api.balance()
  expect(micros(balance.blocked)).toBe(blocked)
  expect(micros(held)).toBe(effects.reduce((sum, effect) => sum + effect.held, 0n))
  expect(micros(available)).toBe(
    effects.reduce((sum, effect) => sum + effect.available, micros(openingBalance) - blocked),
  )
}
