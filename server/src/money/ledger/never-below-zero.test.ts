import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { recordForcedReturn } from '../refunds/force-return.ts'

const trilho = await openTrilho()
const webhook = { url: (await openSink()).url }

/** A merchant whose charges are half a real and ten percent. */
const newShop = (balance = '0') => trilho.newMerchant({ balance, chargeFixed: '0.50', chargeRate: 10_000_000n })
type Shop = Awaited<ReturnType<typeof newShop>>

async function paid(shop: Shop, amount: string): Promise<string> {
  const id = await shop.createCashIn({ amount, webhook })
  expect((await shop.simulate('complete', id)).status).toBe(200)
  return id
}
const available = async (shop: Shop) => (await shop.balance()).available
const chargesOf = async (shop: Shop, id: string) => (await shop.read(id)).body.data.transaction.charges
const refusal = ({ status, body }: Awaited<ReturnType<Shop['simulate']>>) => [status, body.error?.details?.reason]

test('a payment that is smaller than its charges is charged what it is', async () => {
  const shop = await newShop()
  const id = await paid(shop, '0.30')
  expect([await available(shop), await chargesOf(shop, id)]).toEqual(['0.000000', '0.300000'])
})

test.each(['reverse', 'refund'] as const)('charges stay at a %s only as far as the balance covers it', async act => {
  const [poor, rich] = [await newShop(), await newShop('0.70')]
  const [one, other] = [await paid(poor, '10'), await paid(rich, '10')]
  for (const [shop, id] of [[poor, one] as const, [rich, other] as const])
    expect((await shop.simulate(act, id)).status).toBe(200)
  expect([await available(poor), await chargesOf(poor, one)]).toEqual(['0.000000', '0.000000'])
  expect([await available(rich), await chargesOf(rich, other)]).toEqual(['0.000000', '0.700000'])
})

test.each(['reverse', 'refund'] as const)('a %s of money that is spent is refused in the sandbox', async act => {
  const shop = await newShop()
  const id = await paid(shop, '100')
  await shop.createCashOut({ amount: '50', webhook })
  expect(await available(shop)).toBe('34.000000')
  expect(refusal(await shop.simulate(act, id))).toEqual([409, 'InsufficientBalance'])
  expect([await shop.stateOf(id), await available(shop)]).toEqual(['Completed', '34.000000'])
})

test('what a bank has taken back is booked even so, without its charges', async () => {
  const shop = await newShop()
  const id = await paid(shop, '100')
  await shop.createCashOut({ amount: '50', webhook })
  await recordForcedReturn(trilho.needs, { merchantId: shop.merchantId, id, amount: null })
  expect([await shop.stateOf(id), await chargesOf(shop, id)]).toEqual(['Refunded', '0.000000'])
  expect(await available(shop)).toBe('-55.500000')
  expect(refusal(await shop.requestCashOut({ amount: '1', webhook }))).toEqual([409, 'InsufficientBalance'])
})

test('a payout that was given up and that the bank has paid after all is charged what is left beside it', async () => {
  const shop = await newShop('10.20')
  const { merchantId } = shop
  const id = await shop.createCashOut({ amount: '8', webhook })
  await shop.simulate('error', id)
  await shop.createCashOut({ amount: '1', webhook })
  expect(await available(shop)).toBe('8.600000')
  const event = { kind: 'paidAfterAll', endToEndId: `E${'9'.repeat(31)}`, participant: null } as const
  await trilho.needs.door.apply({ merchantId, id, event })
  expect([await available(shop), await chargesOf(shop, id)]).toEqual(['0.000000', '0.600000'])
})

test('payments, payouts, refunds and reversals in any order leave no balance below zero, and books that add up', async () => {
  const shop = await newShop()
  const ids: string[] = []
  // The same order each time, whose steps come in every combination.
  for (let step = 0; step < 60; step++) {
    const amount = ['0.10', '0.60', '5', '12.34', '0.55'][(step * 7) % 5] ?? '1'
    const some = ids[(step * 11) % Math.max(1, ids.length)] ?? ''
    const act = step % 4
    if (act === 0 || some === '') ids.push(await paid(shop, amount))
    else if (act === 1) await shop.requestCashOut({ amount, webhook })
    else if (act === 2) await shop.simulate(step % 8 === 2 ? 'reverse' : 'refund', some)
    else await shop.refund(some, { amount })
    expect(Number(await available(shop))).toBeGreaterThanOrEqual(0)
  }
  expect(await auditBooks(trilho.needs)).toEqual([])
})
