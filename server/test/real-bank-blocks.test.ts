import { expect, test } from 'vitest'
import { orderIdAtBank } from '../src/money/rails/bacen-pix/ids.ts'
import { releaseReserves } from '../src/money/reserves/release-reserves.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { parseAmount } from '../src/platform/brazil/money.ts'
import { catchMissed } from '../src/products/disputes/catch-money.ts'
import { setReserve } from '../src/tenancy/merchants/set-terms.ts'
import { newPersonWithPassword, newPortalPerson, refusalOf } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { unwatched } from './kit/state-watch.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with a bank in a separate process: blocks that lack money, reserves and debts of the same merchant. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, sweep } = sharedTime(trilho, bank)
const { efi } = await bank.connectAll(needs)
// So that nobody is the only operator.
for (const name of ['Ana', 'Rui']) await newPersonWithPassword(trilho, { isOperator: true, name })
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

async function newShop(plan = {}) {
  const shop = await trilho.newMerchant(plan)
  const receive = async (amount: string) => {
    const id = await shop.createCashIn({ amount, webhook })
    const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    const { pix } = await bank.control('POST', `/charges/efi/${row?.externalId}/pay`)
    await sweep()
    expect(await shop.stateOf(id)).toBe('Completed')
    return { id, endToEndId: pix[0].endToEndId as string }
  }
  const spend = async (amount: string) => {
    await shop.createCashOut({ amount, webhook, ...joao })
    await settle()
  }
  /** The payer's bank asks for a payment back. Returns the bank's reference of the case. */
  const report = async (endToEndId: string, amount?: string) => {
    const { id } = await bank.control('POST', `/pix/${endToEndId}/report`, amount === undefined ? {} : { amount })
    await sweep()
    return id as string
  }
  const reserve = (reserveAmount: string | null) =>
    setReserve(needs, {
      merchantId: shop.merchantId,
      reserveRate: null,
      reserveAmount: reserveAmount === null ? null : parseAmount(reserveAmount),
      reserveDays: 30,
    })
  const cashOut = (amount: string) => shop.requestCashOut({ amount, webhook, ...joao })
  return { ...shop, receive, spend, report, reserve, cashOut }
}

async function settle() {
  for (let round = 0; round < 4; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
}

/** A merchant with R$ 100 available whose other payment of R$ 100 is asked back, and nothing of it is blocked yet. */
async function shopWithFreedMoney(caught?: string) {
  const shop = await newShop()
  const [first, second] = [await shop.receive('100'), await shop.receive('100')]
  await shop.spend('100')
  const reference = await shop.report(first.endToEndId)
  await shop.report(second.endToEndId)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '100.000000' })
  if (caught !== undefined) await shop.receive(caught)
  // The dispute that has blocked all of it ends: its money is what the other one lacks.
  await bank.control('POST', `/infractions/${reference}/reject`, {})
  await sweep()
  return { shop, first, second }
}

test('a block goes on catching what comes in until it is full, and the bank’s return takes it', async () => {
  const shop = await newShop()
  const { endToEndId } = await shop.receive('100')
  await shop.spend('90')
  const reference = await shop.report(endToEndId)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '10.000000' })
  await shop.receive('50')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '60.000000' })
  expect(refusalOf(await shop.cashOut('1'))).toEqual([409, 'InsufficientBalance'])
  await shop.receive('70')
  expect(await shop.balance()).toMatchObject({ available: '30.000000', blocked: '100.000000' })
  await bank.control('POST', `/infractions/${reference}/accept`, {})
  for (let times = 0; times < 2; times++) await sweep()
  expect(await shop.balance()).toMatchObject({ available: '30.000000', blocked: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('the money of a refund that the bank refuses is blocked by the dispute that came meanwhile', async () => {
  const shop = await newShop()
  const { id, endToEndId } = await shop.receive('100')
  await bank.control('PUT', '/settings', { refundDelayMs: null })
  await shop.refund(id, { amount: '100' })
  await settle()
  await bank.control('PUT', '/settings', { refundDelayMs: 0 })
  await shop.report(endToEndId)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', held: '100.000000', blocked: '0.000000' })
  const [order] = await sql<{ id: string }[]>`select id from bank_orders where transaction_id = ${id}`
  const refundId = orderIdAtBank(order?.id ?? '')
  await bank.control('POST', `/pix/${endToEndId}/refunds/${refundId}/refuse`, { reason: 'closed' })
  await settle()
  expect(await shop.balance()).toMatchObject({ available: '0.000000', held: '0.000000', blocked: '100.000000' })
  expect(refusalOf(await shop.cashOut('1'))).toEqual([409, 'InsufficientBalance'])
  expect(await auditBooks(needs)).toEqual([])
})

test('the audit finds a merchant whose disputes lack more than its books remember', async () => {
  const shop = await newShop()
  const { endToEndId } = await shop.receive('100')
  await shop.spend('100')
  await shop.report(endToEndId)
  await unwatched(sql, tx => tx`update balances set to_block = to_block - 1 where merchant_id = ${shop.merchantId}`)
  expect(await auditBooks(needs)).toEqual([
    { merchantId: shop.merchantId, row: 'balance', fault: 'its disputes lack more than is to be blocked for them' },
  ])
  await unwatched(sql, tx => tx`update balances set to_block = to_block + 1 where merchant_id = ${shop.merchantId}`)
  expect(await auditBooks(needs)).toEqual([])
})

test('a cash-out takes no money that a dispute lacks, however it became available', async () => {
  const { shop } = await shopWithFreedMoney()
  expect(refusalOf(await shop.cashOut('1'))).toEqual([409, 'InsufficientBalance'])
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '100.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a refund of another payment takes no money that a dispute lacks', async () => {
  const { shop, first } = await shopWithFreedMoney()
  expect(refusalOf(await shop.refund(first.id, { amount: '1' }))).toEqual([409, 'InsufficientBalance'])
  await catchMissed(needs)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '100.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('what somebody else has locked is kept for its dispute, too', async () => {
  const { shop, second } = await shopWithFreedMoney('30')
  expect(await shop.balance()).toMatchObject({ available: '100.000000', blocked: '30.000000' })
  await sql.begin(async tx => {
    await tx`select 1 from transactions where merchant_id = ${shop.merchantId} and id = ${second.id} for update`
    expect(refusalOf(await shop.cashOut('31'))).toEqual([409, 'InsufficientBalance'])
    await shop.createCashOut({ amount: '30', webhook, ...joao })
  })
  await catchMissed(needs)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '100.000000' })
  await settle()
  expect(await auditBooks(needs)).toEqual([])
})

test('a block comes before the reserve, and takes what is reserved', async () => {
  const shop = await newShop()
  await shop.reserve('40')
  const { endToEndId } = await shop.receive('100')
  await shop.spend('60')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '40.000000' })
  await shop.report(endToEndId, '75.00')
  await catchMissed(needs)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '0.000000', blocked: '40.000000' })
  await shop.receive('20')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '0.000000', blocked: '60.000000' })
  await shop.receive('50')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '35.000000', blocked: '75.000000' })
  await shop.receive('9')
  expect(await shop.balance()).toMatchObject({ available: '4.000000', reserved: '40.000000', blocked: '75.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('of the reserve a block takes only what it lacks, and the rest keeps its date', async () => {
  const shop = await newShop()
  await shop.reserve('100')
  const { endToEndId } = await shop.receive('100')
  await shop.report(endToEndId, '0.01')
  await catchMissed(needs)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '99.990000', blocked: '0.010000' })
  await catchMissed(needs)
  await releaseReserves(needs)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '99.990000', blocked: '0.010000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a debt takes the reserve as far as it needs, then what comes in; only then is money held back again', async () => {
  const shop = await newShop()
  const { endToEndId } = await shop.receive('100')
  await shop.spend('100')
  await shop.reserve('50')
  await shop.receive('50')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '50.000000' })
  await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '0.01' })
  await sweep()
  expect(await shop.balance()).toMatchObject({ available: '-0.010000', reserved: '50.000000' })
  await releaseReserves(needs)
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '49.990000' })
  await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '99.99' })
  await sweep()
  await releaseReserves(needs)
  expect(await shop.balance()).toMatchObject({ available: '-50.000000', reserved: '0.000000' })
  await shop.receive('20')
  expect(await shop.balance()).toMatchObject({ available: '-30.000000', reserved: '0.000000' })
  await shop.receive('50')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', reserved: '20.000000' })
  expect(refusalOf(await shop.cashOut('1'))).toEqual([409, 'InsufficientBalance'])
  expect(await auditBooks(needs)).toEqual([])
})

test('debts are written off up to what is the platform’s own, also beside a withdrawal of its fees', async () => {
  const shop = await newShop()
  const { endToEndId } = await shop.receive('50')
  await shop.spend('50')
  await bank.control('POST', `/pix/${endToEndId}/force-return`, {})
  await sweep()
  expect(await shop.availableBalance()).toBe('-50.000000')
  const newOperator = () => newPortalPerson(trilho, { isOperator: true })
  const [asking, first, second] = [await newOperator(), await newOperator(), await newOperator()]
  const form = { amount: '50', reason: 'The merchant is gone', evidence: 'Decision 12' }
  const writeOff = () => asking.post(`/operator/merchants/${shop.merchantId}/write-off`, form)
  expect(refusalOf(await writeOff())).toEqual([409, 'InsufficientBalance'])
  // What the platform earns covers one of the two.
  await (await newShop({ chargeFixed: '60' })).receive('70')
  const withdrawal = { ...form, name: 'feesWithdrawn' }
  const requests = [
    await writeOff(),
    await asking.post(`/operator/bank-connections/${efi}/balance/postings`, withdrawal),
  ]
  expect(requests.map(({ status }) => status)).toEqual([202, 202])
  const approve = (of: number, by: typeof first) =>
    by.post(`/operator/approvals/${requests[of]?.body.data.requested.id}/approve`)
  const approved = await Promise.all([approve(0, first), approve(1, second)])
  expect(approved.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [own] = await sql<{ amount: bigint }[]>`select sum(fees + tariffs)::bigint as amount from balances`
  expect(own?.amount).toBe(10_000_000n)
  expect(await auditBooks(needs)).toEqual([])
})
