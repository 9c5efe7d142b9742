import { afterEach, expect, test } from 'vitest'
import { newPayer } from '../../../../test/kit/company-payments.ts'
import { openTrilho, times } from '../../../../test/kit/trilho.ts'
import { unwatched } from '../../../../test/kit/state-watch.ts'
import { balanceOf, meet, paymentRequest } from '../../../../test/kit/meet.ts'
import { auditBooks } from '../../../operations/books-audit/audit-books.ts'
import { setApprovalPolicy } from '../../../tenancy/merchants/set-terms.ts'
import { approveRequest, cancelRequest, rejectRequest } from './decide-request.ts'

/** Production, where money goes out by itself; two servers that share nothing but the database. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
const elsewhere = await trilho.startServer()
const here = trilho.needs
const there = elsewhere.needs

// A payout that a test leaves unfinished must not be taken up by the next.
afterEach(() => trilho.sql`delete from bank_orders`)

const plan = { balance: '100', chargeFixed: '0.10' }
const by = (name: string) => ({ id: name, name, realm: 'Partner' }) as const

async function newRequest({ approvers = 1, amount = '30', balance = '100' } = {}) {
  const payer = await newPayer(trilho, { ...plan, balance })
  const { merchantId } = payer
  await setApprovalPolicy(here, { merchantId, approversNeeded: approvers, operatorApprovesAbove: null })
  const { id, refTransaction } = await payer.createRequest(amount)
  const decision = (name: string) => ({ merchantId, requestId: id, by: by(name), comment: null })
  const payouts = async () => (await trilho.sql`select 1 from bank_orders where merchant_id = ${merchantId}`).length
  const steps = async () => (await payer.readRequest(id)).flows.map((step: { status: string }) => step.status)
  return { payer, id, refTransaction, decision, payouts, steps }
}

const inTurn = <Value>(round: number, runs: Value[]) => (round % 2 === 0 ? runs : runs.toReversed())

test.each(times(6, n => n))('of two approvers at once, one needed, one wins and one payment is made (%i)', async n => {
  const { payer, id, decision, payouts, steps } = await newRequest()
  const runs = [() => approveRequest(here, decision('ana')), () => approveRequest(there, decision('bruno'))]
  expect((await meet(trilho.sql, paymentRequest(id), inTurn(n, runs))).sort()).toEqual([
    'PaymentRequestNotPending',
    'done',
  ])
  expect(await payer.balance()).toMatchObject({ available: '69.900000', held: '30.100000' })
  expect(await payouts()).toBe(1)
  expect(await steps()).toEqual(['Pending', 'Approved'])
})

test('of two approvers at once, both needed, both count and one payment is made', async () => {
  const { payer, id, decision, payouts, steps } = await newRequest({ approvers: 2 })
  const runs = [() => approveRequest(here, decision('ana')), () => approveRequest(there, decision('bruno'))]
  expect(await meet(trilho.sql, paymentRequest(id), runs)).toEqual(['done', 'done'])
  expect((await payer.readRequest(id)).entity.status).toBe('Approved')
  expect(await payer.balance()).toMatchObject({ held: '30.100000' })
  expect(await payouts()).toBe(1)
  expect(await steps()).toEqual(['Pending', 'Approved', 'Approved'])
})

test.each([
  [1, 'PaymentRequestNotPending', 'Approved', '30.100000'],
  [2, 'ApproverNotAllowed', 'Pending', '0.000000'],
])('an approver who approves twice at once counts once (%i needed)', async (approvers, refusal, status, held) => {
  const { payer, id, decision, steps } = await newRequest({ approvers })
  const runs = [() => approveRequest(here, decision('ana')), () => approveRequest(there, decision('ana'))]
  expect((await meet(trilho.sql, paymentRequest(id), runs)).sort()).toEqual([refusal, 'done'].sort())
  expect((await payer.readRequest(id)).entity.status).toBe(status)
  expect(await payer.balance()).toMatchObject({ held })
  expect(await steps()).toEqual(['Pending', 'Approved'])
})

test.each(times(6, n => n))('of approving and rejecting at once exactly one wins (%i)', async n => {
  const { payer, id, decision, payouts } = await newRequest()
  const runs = [() => approveRequest(here, decision('ana')), () => rejectRequest(there, decision('bruno'))]
  expect((await meet(trilho.sql, paymentRequest(id), inTurn(n, runs))).sort()).toEqual([
    'PaymentRequestNotPending',
    'done',
  ])
  const { status } = (await payer.readRequest(id)).entity
  expect(await payer.balance()).toMatchObject({ held: status === 'Approved' ? '30.100000' : '0.000000' })
  expect(await payouts()).toBe(status === 'Approved' ? 1 : 0)
})

test.each(times(6, n => n))('approved and cancelled at once, a request is cancelled and pays nothing (%i)', async n => {
  const { payer, id, refTransaction, decision, payouts } = await newRequest()
  const runs = [() => approveRequest(here, decision('ana')), () => cancelRequest(there, decision('shop'))]
  const [approved, cancelled] = inTurn(n, await meet(trilho.sql, paymentRequest(id), inTurn(n, runs)))
  expect(cancelled).toBe('done')
  expect(['done', 'PaymentRequestNotPending']).toContain(approved)
  expect((await payer.readRequest(id)).entity).toMatchObject({ status: 'Cancelled', executionState: 'Cancelled' })
  expect(await payer.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
  expect(await payouts()).toBe(0)
  const postings = await trilho.sql`select 1 from postings where transaction_id = ${refTransaction}`
  expect(postings).toHaveLength(approved === 'done' ? 2 : 0)
})

test('two requests approved at once for money that suffices for one: one is approved, one stays Pending', async () => {
  const { payer, id, decision, payouts } = await newRequest({ balance: '31' })
  const second = await payer.createRequest('30')
  const outcomes = await meet(trilho.sql, balanceOf(payer.merchantId), [
    () => approveRequest(here, decision('ana')),
    () => approveRequest(there, { ...decision('ana'), requestId: second.id }),
  ])
  expect(outcomes.toSorted()).toEqual(['InsufficientBalance', 'done'])
  const statuses = [(await payer.readRequest(id)).entity.status, (await payer.readRequest(second.id)).entity.status]
  expect(statuses.toSorted()).toEqual(['Approved', 'Pending'])
  expect(await payer.balance()).toMatchObject({ available: '0.900000', held: '30.100000' })
  expect(await payouts()).toBe(1)
})

test('a request whose status contradicts its transaction is found by the audit', async () => {
  const { id } = await newRequest()
  const say = (status: string) =>
    unwatched(trilho.sql, tx => tx`update payment_requests set status = ${status} where id = ${id}`)
  for (const status of ['Approved', 'Rejected', 'Cancelled']) {
    await say(status)
    expect(await auditBooks(trilho)).toMatchObject([
      { row: `payment request ${id}`, fault: `it is ${status}, but its transaction is Requested` },
    ])
  }
  await say('Pending')
})

test('after all this the books still prove themselves', async () => {
  expect(await auditBooks(trilho)).toEqual([])
})
