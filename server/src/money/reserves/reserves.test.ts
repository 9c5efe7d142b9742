import { afterEach, expect, test } from 'vitest'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { recordForcedReturn } from '../refunds/force-return.ts'
import { setReserve } from '../../tenancy/merchants/set-terms.ts'
import { releaseReserves } from './release-reserves.ts'
import { reserveOf } from './reserve.ts'

const trilho = await openTrilho()
const { needs, sql } = trilho
const dayMs = 86_400_000
const operator = await newPortalPerson(trilho, { isOperator: true })

afterEach(() => {
  trilho.clock.aheadMs = 0
})

async function newShop(reserve: { percent: string | null; amount: string | null; days: number }) {
  const shop = await trilho.newMerchant()
  const path = `/operator/merchants/${shop.merchantId}`
  expect((await operator.put(`${path}/reserve`, reserve)).status).toBe(200)
  const receive = async (amount: string) => {
    const id = await shop.createCashIn({ amount })
    await shop.simulate('complete', id)
    return id
  }
  return { ...shop, path, receive }
}

/** Until nothing is left to release, by two workers at once. */
async function release(): Promise<void> {
  for (;;) {
    const released = await Promise.all([releaseReserves(needs), releaseReserves(needs)])
    if (released.every(count => count === 0)) return
  }
}

test('a share of each payment is held back and released once, after its days', async () => {
  const shop = await newShop({ percent: '10', amount: null, days: 30 })
  await shop.receive('100')
  trilho.clock.aheadMs = dayMs
  await shop.receive('50')
  expect(await shop.balance()).toMatchObject({ available: '135.000000', reserved: '15.000000', total: '150.000000' })
  expect(refusalOf(await shop.requestCashOut({ amount: '136' }))).toEqual([409, 'InsufficientBalance'])
  trilho.clock.aheadMs = 30 * dayMs + 60_000
  await release()
  expect(await shop.balance()).toMatchObject({ available: '145.000000', reserved: '5.000000' })
  trilho.clock.aheadMs = 31 * dayMs + 60_000
  await Promise.all(times(4, () => release()))
  expect(await shop.balance()).toMatchObject({ available: '150.000000', reserved: '0.000000', total: '150.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a sum is filled from what comes in, and no more is held back when it is full', async () => {
  const shop = await newShop({ percent: null, amount: '120', days: 90 })
  await Promise.all(times(4, () => shop.receive('50')))
  expect(await shop.balance()).toMatchObject({ available: '80.000000', reserved: '120.000000' })
  const { balance, reserve, nextReleaseAt } = (await operator.get(shop.path)).body.data
  expect({ balance, reserve }).toMatchObject({
    balance: { reserved: '120.000000' },
    reserve: { percent: null, amount: '120.000000', days: 90 },
  })
  expect(Date.parse(nextReleaseAt)).toBeGreaterThan(Date.now() + 89 * dayMs)
  expect(await auditBooks(needs)).toEqual([])
})

test('a reserve that is removed holds back nothing more, and what it holds keeps its date', async () => {
  const shop = await newShop({ percent: '50', amount: null, days: 10 })
  await shop.receive('100')
  expect((await operator.put(`${shop.path}/reserve`, { percent: null, amount: null, days: 0 })).status).toBe(200)
  await shop.receive('100')
  expect(await shop.balance()).toMatchObject({ available: '150.000000', reserved: '50.000000' })
})

test('of a payment with charges the share is of what is left, and never more', () => {
  const terms = { reserveRate: parseAmount('12.5'), reserveAmount: null, reserveDays: 1 }
  expect(reserveOf(terms, parseAmount('98.90'), 0n)).toBe(parseAmount('12.36'))
  expect(reserveOf({ ...terms, reserveRate: parseAmount('100') }, 4_999n, 0n)).toBe(0n)
  expect(reserveOf({ ...terms, reserveRate: parseAmount('100') }, 5_000n, 0n)).toBe(5_000n)
})

test('a balance below zero takes the reserve at once, then what comes in, and is written off by an adjustment', async () => {
  const shop = await newShop({ percent: '20', amount: null, days: 30 })
  const { merchantId } = shop
  const id = await shop.receive('100')
  await shop.createCashOut({ amount: '80' })
  // A bank takes all of it back, whatever the balance is.
  await recordForcedReturn(needs, { merchantId, id, amount: null })
  const owing = async () => (await operator.get('/operator/platform')).body.data
  expect(await shop.balance()).toMatchObject({ available: '-100.000000', reserved: '20.000000' })
  const before = await owing()
  expect([before.owing, before.balance.owed]).toEqual([1, '100.000000'])
  await release()
  expect(await shop.balance()).toMatchObject({ available: '-80.000000', reserved: '0.000000' })
  await setReserve(needs, { merchantId, reserveRate: null, reserveAmount: null, reserveDays: 0 })
  await shop.receive('30')
  expect(await shop.balance()).toMatchObject({ available: '-50.000000' })

  // What the platform bears is its own: fees that it has earned.
  const earning = await trilho.newMerchant({ chargeFixed: '60' })
  await earning.simulate('complete', await earning.createCashIn({ amount: '70' }))
  const form = { amount: '50.01', reason: 'The merchant is gone', evidence: 'Decision 12' }
  expect(refusalOf(await operator.post(`${shop.path}/write-off`, form))).toEqual([409, 'InsufficientBalance'])
  const written = await operator.post(`${shop.path}/write-off`, { ...form, amount: '50' })
  expect([written.status, written.body.data.balance]).toMatchObject([200, { available: '0.000000' }])
  expect(await sql`select name, made_by, reason from adjustments where merchant_id = ${merchantId}`).toMatchObject([
    { name: 'debtWrittenOff', reason: 'The merchant is gone' },
  ])
  expect([(await owing()).owing, await auditBooks(needs)]).toEqual([0, []])
})

test('a merchant whose reserve cannot be released does not keep the others waiting', async () => {
  const shops = []
  for (let n = 0; n < 3; n++) {
    const shop = await newShop({ percent: '10', amount: null, days: 1 })
    await shop.receive('100')
    shops.push(shop)
  }
  const [broken, ...others] = shops.toSorted((a, b) => (a.merchantId < b.merchantId ? -1 : 1))
  await sql`create function refuse_release() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`
  await sql.unsafe(`create trigger refuse_release before update on reserve_holds for each row
    when (old.merchant_id = '${broken?.merchantId}') execute function refuse_release()`)
  trilho.clock.aheadMs = 2 * dayMs
  const faults: string[] = []
  await releaseReserves(needs, fault => faults.push(fault))
  expect(faults).toHaveLength(1)
  for (const shop of others) expect(await shop.balance()).toMatchObject({ reserved: '0.000000' })
  await sql`drop trigger refuse_release on reserve_holds`
  await release()
  expect(await broken?.balance()).toMatchObject({ reserved: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a merchant whose reserve cannot be read is suspended, and the others get theirs', async () => {
  const [broken, other] = [
    await newShop({ percent: '10', amount: null, days: 1 }),
    await newShop({ percent: '10', amount: null, days: 1 }),
  ]
  for (const shop of [broken, other]) await shop.receive('100')
  await sql`create function damaged_hold() returns trigger language plpgsql as
    $$ begin raise exception 'invalid page in block 7' using errcode = 'XX001'; end $$`
  await sql.unsafe(`create trigger damaged_hold before update on reserve_holds for each row
    when (old.merchant_id = '${broken.merchantId}') execute function damaged_hold()`)
  trilho.clock.aheadMs += 2 * dayMs
  await releaseReserves(needs)
  expect(await other.balance()).toMatchObject({ reserved: '0.000000' })
  const states = await sql`select id, state from merchants where id in (${broken.merchantId}, ${other.merchantId})`
  expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [broken.merchantId, 'Suspended'],
      [other.merchantId, 'Active'],
    ]),
  )
  await sql`drop trigger damaged_hold on reserve_holds`
  await release()
  expect(await auditBooks(needs)).toEqual([])
})

test('the audit finds a hold without its posting, and a posting without its hold', async () => {
  const shop = await newShop({ percent: '10', amount: null, days: 30 })
  const id = await shop.receive('100')
  const fault = {
    merchantId: shop.merchantId,
    row: `transaction ${id}`,
    fault: 'what is reserved of it is not what its hold says',
  }
  await sql`update reserve_holds set amount = amount - 1 where transaction_id = ${id}`
  expect(await auditBooks(needs)).toEqual([fault])
  await sql`update reserve_holds set amount = amount + 1, released_at = now() where transaction_id = ${id}`
  expect(await auditBooks(needs)).toEqual([fault])
  await sql`update reserve_holds set released_at = null where transaction_id = ${id}`
  expect(await auditBooks(needs)).toEqual([])
})
