import { expect, test } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { catchMissed } from './catch-money.ts'

const trilho = await openTrilho()
const other = await trilho.startServer()
const { needs } = trilho

/** A merchant that was paid and has sent nearly all of it on, when a bank asks for it back. */
async function emptiedShop(left = '10') {
  const shop = await trilho.newMerchant()
  const receive = async (amount: string) => {
    const id = await shop.createCashIn({ amount })
    await shop.simulate('complete', id)
    return id
  }
  const transactionId = await receive('100')
  await shop.simulate('complete', await shop.createCashOut({ amount: String(100 - Number(left)) }))
  const dispute = async () => (await shop.post('/sandbox/disputes', { transactionId })).body.data
  const blockedOf = async (id: string) => (await shop.get(`/disputes/${id}`)).body.data.blockedAmount
  return { ...shop, receive, dispute, blockedOf }
}

test('a block goes on catching what comes in until it is full; nothing of it can be paid out', async () => {
  const shop = await emptiedShop()
  const { id, blockedAmount } = await shop.dispute()
  expect(blockedAmount).toBe('10.000000')
  await shop.receive('50')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '60.000000' })
  expect(refusalOf(await shop.requestCashOut({ amount: '1' }))).toEqual([409, 'InsufficientBalance'])
  await shop.receive('70')
  expect(await shop.balance()).toMatchObject({ available: '30.000000', blocked: '100.000000' })
  expect(await shop.blockedOf(id)).toBe('100.000000')
  await shop.receive('20')
  expect(await shop.balance()).toMatchObject({ available: '50.000000', blocked: '100.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a block that has ended catches nothing more, and gives back all that it caught', async () => {
  const shop = await emptiedShop()
  const { id } = await shop.dispute()
  await shop.receive('50')
  expect((await shop.put(`/sandbox/disputes/${id}/release`)).status).toBe(200)
  expect(await shop.balance()).toMatchObject({ available: '60.000000', blocked: '0.000000' })
  await shop.receive('5')
  await catchMissed(needs)
  expect(await shop.balance()).toMatchObject({ available: '65.000000', blocked: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('two cases of one payment take no more of the reserve than they can block', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const shop = await trilho.newMerchant()
  const reserve = { percent: null, amount: '1000', days: 90 }
  expect((await operator.put(`/operator/merchants/${shop.merchantId}/reserve`, reserve)).status).toBe(200)
  const [transactionId, next] = [await shop.createCashIn({ amount: '100' }), await shop.createCashIn({ amount: '900' })]
  for (const id of [transactionId, next]) await shop.simulate('complete', id)
  for (let n = 0; n < 2; n++) await shop.post('/sandbox/disputes', { transactionId })
  await catchMissed(needs)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '100.000000', reserved: '900.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a payout that fails is caught, too', async () => {
  const shop = await emptiedShop('40')
  const payout = await shop.createCashOut({ amount: '40' })
  const { id } = await shop.dispute()
  await shop.simulate('error', payout)
  expect(await shop.blockedOf(id)).toBe('40.000000')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '40.000000' })
})

test('of payments at once through two servers exactly what two disputes lack is caught', async () => {
  const shop = await emptiedShop('0')
  const second = await shop.receive('100')
  await shop.simulate('complete', await shop.createCashOut({ amount: '100' }))
  const first = await shop.dispute()
  const next = (await shop.post('/sandbox/disputes', { transactionId: second })).body.data
  const elsewhere = clientWith(other.url, shop.token)
  await Promise.all(
    times(30, async n => {
      const id = await shop.createCashIn({ amount: '10' })
      await (n % 2 === 0 ? shop : elsewhere).simulate('complete', id)
    }),
  )
  await catchMissed(needs)
  expect(await shop.balance()).toMatchObject({ available: '100.000000', blocked: '200.000000' })
  expect([await shop.blockedOf(first.id), await shop.blockedOf(next.id)]).toEqual(['100.000000', '100.000000'])
  expect(await auditBooks(needs)).toEqual([])
})

test('a group with changes of other merchants leaves no money of a block to be paid out', async () => {
  const shop = await emptiedShop('0')
  const { id } = await shop.dispute()
  const beside = await trilho.newMerchant({ balance: '100' })
  const payouts = await Promise.all(times(12, () => beside.createCashOut({ amount: '1' })))
  const charges = await Promise.all(times(4, () => shop.createCashIn({ amount: '20' })))
  await Promise.all([
    ...payouts.map(payout => beside.simulate('register', payout)),
    ...charges.map(charge => shop.simulate('complete', charge)),
  ])
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '80.000000' })
  expect(await shop.blockedOf(id)).toBe('80.000000')
  expect(refusalOf(await shop.requestCashOut({ amount: '1' }))).toEqual([409, 'InsufficientBalance'])
})

test('a merchant whose money cannot be caught does not keep the worker from others', async () => {
  const shops = []
  for (let n = 0; n < 3; n++) {
    const shop = await emptiedShop()
    const { id } = await shop.dispute()
    await trilho.sql`update balances set to_block = 0 where merchant_id = ${shop.merchantId}`
    await shop.receive('50')
    await trilho.sql`update balances set to_block = 90000000 where merchant_id = ${shop.merchantId}`
    shops.push({ ...shop, id })
  }
  const [broken, ...others] = shops
  await trilho.sql`
    create function refuse_block() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`
  await trilho.sql.unsafe(`create trigger refuse_block before update on disputes for each row
    when (old.merchant_id = '${broken?.merchantId}') execute function refuse_block()`)
  const faults: string[] = []
  await catchMissed(needs, fault => faults.push(fault))
  expect(faults).toHaveLength(1)
  for (const shop of others) expect(await shop.blockedOf(shop.id)).toBe('60.000000')
  await trilho.sql`drop trigger refuse_block on disputes`
  await catchMissed(needs)
  expect(await broken?.blockedOf(broken.id)).toBe('60.000000')
})

test('the worker catches what was available before the dispute could lock it', async () => {
  const shop = await emptiedShop()
  const { id } = await shop.dispute()
  await trilho.sql`update balances set to_block = 0 where merchant_id = ${shop.merchantId}`
  await shop.receive('50')
  expect(await shop.balance()).toMatchObject({ available: '50.000000' })
  await trilho.sql`update balances set to_block = 90000000 where merchant_id = ${shop.merchantId}`
  await catchMissed(needs)
  expect(await shop.blockedOf(id)).toBe('60.000000')
  expect(await auditBooks(needs)).toEqual([])
})
