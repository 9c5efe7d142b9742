import { afterEach, expect, test } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { releaseDispute } from '../src/products/disputes/end-dispute.ts'
import { openDispute } from '../src/products/disputes/open-dispute.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with a bank in a separate process, and cases of which it gives back only a part. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)

afterEach(() => void (trilho.clock.aheadMs = 0))

/** A merchant that was paid R$ 100 at a bank. */
async function paidShop(dialect: keyof typeof connections) {
  const shop = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: shop.merchantId, connectionId: connections[dialect] })
  const id = await shop.createCashIn({ amount: '100', webhook: { url: 'https://hooks.example.invalid/hook' } })
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  const { pix } = await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`)
  const state = async () => {
    await processCallbacks(needs)
    return shop.stateOf(id)
  }
  await expect.poll(state).toBe('Completed')
  const refunded = async () => {
    await processCallbacks(needs)
    return (await shop.read(id)).body.data.transaction.refundedAmount
  }
  const dispute = async () => (await shop.get('/disputes')).body.data.items[0]
  return { shop, id, endToEndId: pix[0].endToEndId as string, refunded, dispute }
}

async function sweep() {
  trilho.clock.aheadMs += 300_000
  while ((await sweepPayments(needs)) > 0);
}

test('a case that efi accepts frees no more than efi has returned for it, until efi returns the rest', async () => {
  const { shop, endToEndId, refunded, dispute } = await paidShop('efi')
  const { id: reference } = await bank.control('POST', `/pix/${endToEndId}/report`, { amount: '60.00' })
  await sweep()
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '60.000000' })
  await bank.control('POST', `/infractions/${reference}/accept`, { amount: '0.01' })
  await expect.poll(refunded).toBe('0.010000')
  for (let times = 0; times < 2; times++) await sweep()
  expect(await dispute()).toMatchObject({ state: 'Open', returnedAmount: '0.010000', blockedAmount: '59.990000' })
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '59.990000' })
  await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '59.99' })
  await expect.poll(refunded).toBe('60.000000')
  await sweep()
  expect(await dispute()).toMatchObject({ state: 'Returned', returnedAmount: '60.000000' })
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test.each(['standard', 'inter', 'sicoob'] as const)(
  'a case that an operator entered for %s stays open, with the rest blocked, when the bank returns a part by itself',
  async dialect => {
    const { shop, id: transactionId, endToEndId, refunded, dispute } = await paidShop(dialect)
    const { merchantId } = shop
    const entered = { bankReference: `MED-${dialect}`, openedBy: 'operator', reason: 'Fraud', details: null } as const
    const opened = await openDispute(needs, { merchantId, transactionId, amount: 60_000_000n, ...entered })
    await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '0.01' })
    await expect.poll(refunded).toBe('0.010000')
    expect(await dispute()).toMatchObject({ state: 'Open', returnedAmount: '0.010000', blockedAmount: '59.990000' })
    expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '59.990000' })
    await releaseDispute(needs, { merchantId, disputeId: opened.dispute.id })
    expect(await shop.balance()).toMatchObject({ available: '99.990000', blocked: '0.000000' })
    expect(await auditBooks(needs)).toEqual([])
  },
)
