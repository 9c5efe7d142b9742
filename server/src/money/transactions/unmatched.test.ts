import { afterEach, expect, test, vi } from 'vitest'
import { payer } from '../../../test/kit/payer.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { pauseAfter } from '../bank-orders/schedule.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { requireRail } from '../rails/rails-of.ts'

const trilho = await openTrilho()
const second = await trilho.startServer()
const sink = await openSink()
const { needs, sql, clock } = trilho
const { returns, initiations } = await needs.railsOf(null)
const api = await trilho.newMerchant()
const webhook = { url: sink.url }

afterEach(async () => {
  vi.restoreAllMocks()
  clock.aheadMs = 0
})

/** Why and how much was kept for a charge, and how far its way back is. */
const unmatchedPaymentsOf = (id: string) => sql`
  with links as materialized (select * from unmatched_payments where transaction_id = ${id})
  select s.reason, t.amount, t.state, t.end_to_end_id
    from links s join transactions t on t.merchant_id = ${platformId} and t.id = s.unmatched_id`

const platform = async () => {
  const [books] =
    await sql`select available, held, bank, fees, suspense from balances where merchant_id = ${platformId}`
  return books
}
const empty = { available: 0n, held: 0n, bank: 0n, fees: 0n, suspense: 0n }
const keeping = (amount: bigint) => ({ ...empty, suspense: amount, bank: -amount })

/** The bank takes back what is kept, once, and then nothing is left of it in the books. */
async function expectReturned(id: string, reason: string, amount: bigint) {
  const [unmatched, ...others] = await unmatchedPaymentsOf(id)
  expect([unmatched, others]).toMatchObject([{ reason, amount, state: 'Completed' }, []])
  expect(await platform()).toEqual(keeping(amount))
  expect(await auditBooks(needs)).toEqual([])
  const sent = vi.spyOn(requireRail(returns), 'sendReturn')
  await needs.bankOrders.stepAndWait()
  await needs.bankOrders.stepAndWait()
  expect(sent.mock.calls.map(([requested]) => requested)).toMatchObject([
    { endToEndId: unmatched?.['endToEndId'], amount },
  ])
  expect(await unmatchedPaymentsOf(id)).toMatchObject([{ state: 'Refunded' }])
  expect(await platform()).toEqual(empty)
  expect(await auditBooks(needs)).toEqual([])
}

test.each([
  ['less', '7', 7_000_000n],
  ['more', '10.01', 10_010_000n],
])('%s than a fixed charge asks for is kept in suspense until it is back at the bank', async (_title, paid, amount) => {
  const id = await api.createCashIn({ amount: '10', webhook })
  await api.simulate('complete', id, { amount: paid })
  expect((await api.read(id)).body.data.transaction).toMatchObject({
    state: 'Error',
    stateErrorCause: 'AmountMismatch',
    receiptAmount: formatAmount(amount),
  })
  await expectReturned(id, 'WrongAmount', amount)
  expect(await api.balance()).toMatchObject({ available: '0.000000', held: '0.000000' })
  expect((await sink.waitForEvents(id, 1)).map(event => event.body.transactionState)).toEqual(['Error'])
})

test.each([
  ['error', 'Error', 'AfterEnd', 0],
  ['cancel', 'Cancelled', 'AfterEnd', 0],
  ['complete', 'Completed', 'SecondPayment', 1],
])('what a bank pays after a payment has ended by %s goes back, and its end stays', async (...row) => {
  const [simulation, state, reason, credits] = row
  const { id, checkoutUrl } = await api.createInitiation({ amount: '10', webhook })
  const ordered = vi.spyOn(requireRail(initiations), 'initiatePayment').mockResolvedValueOnce({ state: 'pending' })
  await payer.walk(checkoutUrl, 'approve')
  expect((await api.simulateInitiation(simulation, id)).body.data.transactionState).toBe(state)
  clock.aheadMs += pauseAfter(1) * 1000
  await needs.bankOrders.stepAndWait()
  expect(ordered).toHaveBeenCalledTimes(2)
  await expectReturned(id, reason, 10_000_000n)
  expect((await api.read(id)).body.data.transaction.state).toBe(state === 'Cancelled' ? 'Canceled' : state)
  expect(await sql`select 1 from postings where transaction_id = ${id}`).toHaveLength(credits)
  expect(await sink.waitForEvents(id, 1)).toHaveLength(1)
})

/** A bank reports a payment, ten times at once to two servers. */
const reportOften = ({ merchantId }: typeof api, id: string, endToEndId: string, amount: bigint) => {
  const event = { kind: 'paid', amount, participant: null, endToEndId, arrived: true } as const
  const reported = times(10, i => (i % 2 ? trilho : second).needs.door.apply({ merchantId, id, event }))
  return Promise.all(reported)
}

test('one wrong payment, reported again and again, is kept once and returned once', async () => {
  const id = await api.createCashIn({ amount: '10', webhook })
  await reportOften(api, id, `E${'1'.repeat(31)}`, 3_000_000n)
  await reportOften(api, id, `E${'1'.repeat(31)}`, 3_000_000n)
  await expectReturned(id, 'WrongAmount', 3_000_000n)
})

test('the payment that has completed a charge, reported again and again, credits once and is not unmatched; another one is', async () => {
  const merchant = await trilho.newMerchant()
  const id = await merchant.createCashIn({ amount: '10', webhook })
  await reportOften(merchant, id, `E${'2'.repeat(31)}`, 10_000_000n)
  expect(await unmatchedPaymentsOf(id)).toHaveLength(0)
  await reportOften(merchant, id, `E${'3'.repeat(31)}`, 10_000_000n)
  await expectReturned(id, 'SecondPayment', 10_000_000n)
  expect(await merchant.availableBalance()).toBe('10.000000')
})
