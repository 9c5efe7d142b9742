import { afterEach, expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { runnerWith } from '../../../../test/kit/test-bank.ts'
import { meet, newPostings } from '../../../../test/kit/meet.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import type { Payout } from '../../../money/rails/rails.ts'
import { approveRequest } from './decide-request.ts'

/** Production, where money goes out by itself; two servers that share nothing but the database. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
const elsewhere = await trilho.startServer()
const here = trilho.needs
const there = elsewhere.needs

// A payout that a test leaves unfinished must not be taken up by the next.
afterEach(() => trilho.sql`delete from bank_orders`)

/** 30.00 with charges of 0.10, approved and on its way out. */
async function approvedRequest() {
  const payer = await newPayer(trilho, { balance: '100', chargeFixed: '0.10' })
  const { merchantId } = payer
  const { id, refTransaction } = await payer.createRequest('30')
  const by = { id: 'ana', name: 'Ana', realm: 'Partner' } as const
  await approveRequest(here, { merchantId, requestId: id, by, comment: null })
  const payouts = async () => (await trilho.sql`select 1 from bank_orders where merchant_id = ${merchantId}`).length
  return { payer, id, refTransaction, payouts }
}

/** A bank whose answer waits until the test releases it. */
function slowBank() {
  const sent: Payout[] = []
  const gate = Promise.withResolvers<void>()
  const sendPayout = async (payout: Payout) => {
    sent.push(payout)
    await gate.promise
    return { state: 'accepted', externalId: 'bank-1' } as const
  }
  const payouts = { sendPayout, readPayout: async () => ({ state: 'accepted', externalId: 'bank-1' }) as const }
  return { sent, letGo: gate.resolve, run: () => runnerWith(there, { payouts }).stepAndWait() }
}

test('what a worker has taken to the bank cannot be cancelled any more', async () => {
  const { payer, id, refTransaction } = await approvedRequest()
  const bank = slowBank()
  const working = bank.run()
  await expect.poll(() => bank.sent.length, { interval: 2 }).toBe(1)
  expect(bank.sent[0]).toMatchObject({ transactionId: refTransaction, keyType: 'CNPJ', key: '11444777000161' })
  const { status, body } = await payer.cancelRequest(id)
  expect(status).toBe(409)
  expect(body.error.details.reason).toBe('PaymentRequestAlreadyExecuted')
  bank.letGo()
  await working
  expect((await payer.readRequest(id)).entity).toMatchObject({ status: 'Approved', executionState: 'Registered' })
  expect(await payer.balance()).toMatchObject({ held: '30.100000' })
})

test('what is being cancelled is not taken to the bank', async () => {
  const { payer, id, payouts } = await approvedRequest()
  const bank = slowBank()
  bank.letGo()
  const work = () => bank.run()
  const cancel = async () => expect((await payer.cancelRequest(id)).status).toBe(200)
  expect(await meet(trilho.sql, newPostings, [cancel], work)).toEqual(['done'])
  await work()
  expect(bank.sent).toEqual([])
  expect(await payouts()).toBe(0)
  expect(await payer.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
})

test('cancelled while workers are at it, 20 times: either nothing is sent, or it cannot be cancelled', async () => {
  const bank = slowBank()
  bank.letGo()
  for (const _ of times(20, n => n)) {
    const { payer, id, refTransaction } = await approvedRequest()
    const work = () => bank.run()
    const [cancelled] = await Promise.all([payer.cancelRequest(id), work(), work()])
    const sent = bank.sent.filter(payout => payout.transactionId === refTransaction)
    const { entity } = await payer.readRequest(id)
    expect([cancelled.status, sent.length, entity.status, entity.executionState]).toEqual(
      cancelled.status === 200 ? [200, 0, 'Cancelled', 'Cancelled'] : [409, 1, 'Approved', 'Registered'],
    )
  }
})

test('approved in production, the worker pays it out and the execution ends as Completed, once', async () => {
  const { payer, id, refTransaction, payouts } = await approvedRequest()
  for (const ahead of [0, 2_000]) {
    elsewhere.clock.aheadMs = ahead
    await Promise.all(times(3, () => there.bankOrders.stepAndWait()))
  }
  expect((await payer.readRequest(id)).entity).toMatchObject({
    status: 'Approved',
    executionState: 'Completed',
    executionRegisteredDate: expect.any(String),
    executionCompletedDate: expect.any(String),
  })
  expect(await payer.balance()).toMatchObject({ available: '69.900000', held: '0.000000' })
  expect(await payouts()).toBe(0)
  const postings =
    await trilho.sql`select name from postings where transaction_id = ${refTransaction} order by sequence`
  expect(postings.map(posting => posting.name)).toEqual(['cashOutHeld', 'cashOutSettled'])
})

test('after all this the books still prove themselves', async () => {
  expect(await auditBooks(trilho)).toEqual([])
})
