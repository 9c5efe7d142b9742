import { describe, expect, test } from 'vitest'
import { setWebhookAddress } from '../../money/webhooks/set-webhook-address.ts'
import { optionalEvents } from '../../money/webhooks/states.ts'
import type { Answer } from '../../../test/kit/api-client.ts'
import { invoices, send } from '../../../test/kit/invoices.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf, lastChangesOf } from '../../../test/kit/portal-roles.ts'
import { dataFolder } from '../../../test/kit/server-process.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { findNotifications } from '../../tenancy/notifications/find/find-notifications.ts'
import { returnDispute } from './end-dispute.ts'
import { openDispute } from './open-dispute.ts'
import { remindOfAnswers } from './remind-of-answers.ts'
import { forcedReturnOfDispute } from './forced-return.ts'

const trilho = await openTrilho({ TRILHO_DATA: await dataFolder() })
const { needs } = trilho
const sink = await openSink()
const reasonOf = ({ status, body }: Answer) => [status, body.error?.details.reason]
const dayMs = 24 * 60 * 60 * 1000

/** A merchant that received one payment and has no other balance. */
async function paidShop(amount = '100') {
  const shop = await trilho.newMerchant()
  await setWebhookAddress(needs, { merchantId: shop.merchantId, url: sink.url, events: optionalEvents })
  const transactionId = await shop.createCashIn({ amount, webhook: { url: sink.url } })
  await shop.simulate('complete', transactionId)
  const dispute = async (requested: object = {}) =>
    (await shop.post('/sandbox/disputes', { transactionId, ...requested })).body.data
  const end = (id: string, how: 'return' | 'release') => shop.put(`/sandbox/disputes/${id}/${how}`)
  return { shop, transactionId, dispute, end }
}

/** The webhook events of a transaction in order: its states, and the events of its disputes. */
async function eventsOf(transactionId: string): Promise<string[]> {
  const events = await trilho.sql<{ payload: string }[]>`
    select payload from webhook_events
     where ${transactionId} in (payload::json ->> 'id', payload::json #>> '{dispute,transactionId}') order by created_at, id`
  return events.map(({ payload }) => JSON.parse(payload)).map(body => body.event ?? body.transactionState)
}

test('a dispute blocks its amount, is notified, defended with a file and returned; then the payment is refunded', async () => {
  const { shop, transactionId, dispute, end } = await paidShop()
  const opened = await dispute({ reason: 'Fraud', details: 'The payer knows nothing of it' })
  expect(opened).toMatchObject({ state: 'Open', askedAmount: '100.000000', blockedAmount: '100.000000', transactionId })
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '100.000000', total: '100.000000' })

  const file = (await shop.post(`/disputes/${opened.id}/files`, { fileName: 'entrega.pdf' })).body.data
  const answer = { text: 'Delivered on Monday, signed for', files: [file.id] }
  expect(reasonOf(await shop.post(`/disputes/${opened.id}/defence`, answer))).toEqual([409, 'DocumentNotUploaded'])
  await send(file.uploadUrl, invoices.pdf)
  const defended = (await shop.post(`/disputes/${opened.id}/defence`, answer)).body.data
  expect(defended).toMatchObject({ state: 'Defended', defence: answer.text, defenceFiles: [file.id] })
  expect(reasonOf(await shop.post(`/disputes/${opened.id}/defence`, answer))).toEqual([409, 'DisputeStateNotAllowed'])

  expect((await end(opened.id, 'return')).body.data).toMatchObject({ state: 'Returned', returnedAmount: '100.000000' })
  expect(await shop.stateOf(transactionId)).toBe('Refunded')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', held: '0.000000', blocked: '0.000000' })
  expect(await eventsOf(transactionId)).toEqual(['Completed', 'DisputeOpened', 'Refunded', 'DisputeReturned'])
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('what is there is blocked, never more, and money that comes later until the block is full', async () => {
  const { shop, transactionId, dispute, end } = await paidShop()
  await shop.createCashOut({ amount: '70' })
  const opened = await dispute({ amount: '50' })
  expect(opened).toMatchObject({ askedAmount: '50.000000', blockedAmount: '30.000000' })
  expect(await shop.balance()).toMatchObject({ available: '0.000000', held: '70.000000', blocked: '30.000000' })
  const later = await shop.createCashIn({ amount: '40', webhook: { url: sink.url } })
  await shop.simulate('complete', later)
  expect(await shop.balance()).toMatchObject({ available: '20.000000', blocked: '50.000000' })

  // 50 of the payment is not blocked; only that can be refunded.
  expect(reasonOf(await shop.refund(transactionId, { amount: '50.01' }))).toEqual([409, 'RefundNotAllowed'])
  expect((await end(opened.id, 'release')).body.data).toMatchObject({ state: 'Released', returnedAmount: '0.000000' })
  expect(await shop.balance()).toMatchObject({ available: '70.000000', blocked: '0.000000' })
  expect(await eventsOf(transactionId)).toEqual(['Completed', 'DisputeOpened', 'DisputeReleased'])
})

test('a dispute of an account without money blocks nothing, cannot be returned, and can be released', async () => {
  const { shop, dispute, end } = await paidShop('10')
  await shop.createCashOut({ amount: '10' })
  const opened = await dispute()
  expect(opened).toMatchObject({ askedAmount: '10.000000', blockedAmount: '0.000000', state: 'Open' })
  expect(reasonOf(await end(opened.id, 'return'))).toEqual([409, 'DisputeStateNotAllowed'])
  expect((await end(opened.id, 'release')).body.data.state).toBe('Released')
})

test('a case that its bank reports ten times at once is one dispute, and blocks once', async () => {
  const { shop, transactionId } = await paidShop()
  const requested = { merchantId: shop.merchantId, transactionId, bankReference: 'MED-1', amount: 20_000_000n } as const
  const report = { ...requested, openedBy: 'bank', reason: 'Fraud', details: null } as const
  const opened = await Promise.all(times(10, () => openDispute(trilho.needs, report)))
  expect(new Set(opened.map(({ dispute }) => dispute.id)).size).toBe(1)
  expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await shop.balance()).toMatchObject({ available: '80.000000', blocked: '20.000000' })
})

test('of a return and a release at once one happens', async () => {
  const { shop, dispute, end } = await paidShop()
  const { id } = await dispute()
  const answers = await Promise.all([end(id, 'return'), end(id, 'release'), end(id, 'return'), end(id, 'release')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await shop.balance()).blocked).toBe('0.000000')
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('what the bank takes back by itself ends the dispute, and is paid by what was blocked', async () => {
  const { shop, transactionId, dispute } = await paidShop()
  const { id } = await dispute({ amount: '60' })
  const taken = { merchantId: shop.merchantId, id: transactionId, amount: 60_000_000n, refundId: 'bank:1' }
  await forcedReturnOfDispute(needs, taken)
  expect((await shop.get(`/disputes/${id}`)).body.data).toMatchObject({
    state: 'Returned',
    returnedAmount: '60.000000',
  })
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '0.000000' })
  expect(await eventsOf(transactionId)).toEqual(['Completed', 'DisputeOpened', 'PartiallyRefunded', 'DisputeReturned'])
})

test('a bank that takes back less than a dispute blocks leaves the rest blocked, for an operator to return or release', async () => {
  const { shop, transactionId, dispute, end } = await paidShop()
  const { id } = await dispute({ amount: '60' })
  const taken = { merchantId: shop.merchantId, id: transactionId, amount: 25_000_000n, refundId: 'bank:part' }
  await forcedReturnOfDispute(needs, taken)
  expect((await shop.get(`/disputes/${id}`)).body.data).toMatchObject({
    state: 'Open',
    blockedAmount: '35.000000',
    returnedAmount: '25.000000',
  })
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '35.000000' })
  expect((await end(id, 'return')).body.data).toMatchObject({ state: 'Returned', returnedAmount: '60.000000' })
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a bank that takes back all of a payment takes what two cases of it block', async () => {
  const { shop, transactionId, dispute } = await paidShop()
  const [first, second] = [await dispute({ amount: '60' }), await dispute()]
  const taken = { merchantId: shop.merchantId, id: transactionId, amount: 100_000_000n, refundId: 'bank:2' }
  expect(await forcedReturnOfDispute(needs, taken)).toBe(true)
  expect((await shop.get(`/disputes/${first.id}`)).body.data.state).toBe('Returned')
  expect((await shop.get(`/disputes/${second.id}`)).body.data).toMatchObject({
    state: 'Open',
    blockedAmount: '0.000000',
  })
  expect(await shop.stateOf(transactionId)).toBe('Refunded')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '0.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('of two cases that no bank decides a return ends the one that asks for it; one for neither is left to operators', async () => {
  const { shop, transactionId, dispute } = await paidShop()
  await dispute({ amount: '60' })
  const second = await dispute({ amount: '30' })
  const open = async () =>
    (await shop.get('/disputes?state=Open')).body.data.items.map((one: { blockedAmount: string }) => one.blockedAmount)
  const taken = { merchantId: shop.merchantId, id: transactionId }
  await forcedReturnOfDispute(needs, { ...taken, amount: 20_000_000n, refundId: 'bank:3' })
  expect(await open()).toEqual(['20.000000', '60.000000'])
  await forcedReturnOfDispute(needs, { ...taken, amount: 30_000_000n, refundId: 'bank:4' })
  expect(await open()).toEqual(['50.000000'])
  expect((await shop.get(`/disputes/${second.id}`)).body.data.state).toBe('Returned')
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '50.000000' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a return is contested by API once, with files, and the dispute shows what became of it', async () => {
  const { shop, dispute } = await paidShop()
  const { id } = await dispute()
  const path = `/disputes/${id}`
  const form = { reason: 'NoFraud', text: ' Signed for ' }
  expect(reasonOf(await shop.post(`${path}/contest`, form))).toEqual([409, 'DisputeStateNotAllowed'])
  await shop.put(`/sandbox/disputes/${id}/return`)
  const returned = (await shop.get(path)).body.data
  expect(returned).toMatchObject({ state: 'Returned', contest: null })
  expect(Date.parse(returned.contestUntil) - Date.parse(returned.endDate)).toBe(80 * 24 * 3_600_000)
  const listed = (await shop.get('/disputes?state=Returned')).body.data.items
  expect(listed.find((dispute: { id: string }) => dispute.id === id).contestUntil).toBe(returned.contestUntil)

  const { data: file } = (await shop.post(`${path}/files`, { fileName: 'delivery.pdf' })).body
  expect(reasonOf(await shop.post(`${path}/contest`, { ...form, files: [file.id] }))).toEqual([
    409,
    'DocumentNotUploaded',
  ])
  expect((await fetch(file.uploadUrl, { method: 'PUT', body: '%PDF-1.7\n' })).status).toBe(200)
  for (const wrong of [{ text: 'No reason' }, { ...form, reason: 'Because' }, { ...form, text: ' ' }])
    expect((await shop.post(`${path}/contest`, wrong)).status).toBe(400)
  expect((await shop.post(`${path}/contest`, { ...form, files: [file.id] })).body.data.contest).toMatchObject({
    reason: 'NoFraud',
    text: 'Signed for',
    files: [file.id],
    outcome: null,
  })
  expect(reasonOf(await shop.post(`${path}/contest`, form))).toEqual([409, 'DisputeStateNotAllowed'])
  const other = await trilho.newMerchant()
  expect(reasonOf(await other.post(`${path}/contest`, form))).toEqual([404, 'DisputeNotFound'])

  const operator = await newPortalPerson(trilho, { isOperator: true })
  const outcome = { outcome: 'Accepted', note: 'The bank gives it back' }
  await operator.post(`/operator/merchants/${shop.merchantId}/disputes/${id}/contest/outcome`, outcome)
  expect((await shop.get(path)).body.data.contest).toMatchObject(outcome)
})

describe('the time to answer', () => {
  test('a day before the deadline people are reminded once; after it nobody can answer', async () => {
    const { shop, dispute } = await paidShop()
    const { id } = await dispute()
    const notificationsOf = async () =>
      (await trilho.sql`select kind from queued_notifications where subject = ${id} order by created_at, kind`).map(
        ({ kind }) => kind,
      )
    await remindOfAnswers(trilho.needs)
    expect(await notificationsOf()).toEqual(['disputeOpened', 'operatorDisputeOpened'])
    trilho.clock.aheadMs += 6.5 * dayMs
    await remindOfAnswers(trilho.needs)
    await remindOfAnswers(trilho.needs)
    expect(await notificationsOf()).toEqual(['disputeOpened', 'operatorDisputeOpened', 'disputeEndsSoon'])
    trilho.clock.aheadMs += dayMs
    const answer = await shop.post(`/disputes/${id}/defence`, { text: 'Too late' })
    expect(reasonOf(answer)).toEqual([409, 'DisputeAnswerTimeOver'])
  })

  test('people are reminded as long before the deadline as the platform says', async () => {
    const { dispute } = await paidShop()
    const { id } = await dispute()
    const reminded = async () =>
      (await trilho.sql`select from queued_notifications where subject = ${id} and kind = 'disputeEndsSoon'`).length
    await remindOfAnswers({ ...needs, disputeRemindMs: 6 * dayMs })
    expect(await reminded()).toBe(0)
    await remindOfAnswers({ ...needs, disputeRemindMs: 8 * dayMs })
    expect(await reminded()).toBe(1)
  })

  test('is by the clock that the merchant has moved: people are reminded, and for operators it is over', async () => {
    const operator = await newPortalPerson(trilho, { isOperator: true })
    const overdue = async () => (await operator.get('/operator/platform')).body.data.disputes.overdue
    const [mover, bystander] = [await paidShop(), await paidShop()]
    const [moved, untouched] = [await mover.dispute(), await bystander.dispute()]
    const notificationsOf = async ({ id }: { id: string }) => {
      await remindOfAnswers(needs)
      await findNotifications(needs)
      const notifications = await trilho.sql`
        select kind from queued_notifications where subject = ${id} and kind in ('disputeEndsSoon', 'operatorDisputeOverdue')`
      return notifications.map(({ kind }) => kind).toSorted()
    }
    const before = await overdue()
    expect([await notificationsOf(moved), await notificationsOf(untouched)]).toEqual([[], []])
    await mover.shop.put('/sandbox/clock', { forward: 6.5 * 86_400 })
    expect([await notificationsOf(moved), await notificationsOf(untouched), await overdue()]).toEqual([
      ['disputeEndsSoon'],
      [],
      before,
    ])
    await mover.shop.put('/sandbox/clock', { forward: 86_400 })
    expect([await notificationsOf(moved), await notificationsOf(untouched), await overdue()]).toEqual([
      ['disputeEndsSoon', 'operatorDisputeOverdue'],
      [],
      before + 1,
    ])
  })
})

test('the audit log says what a defence and a decision in the portal have changed', async () => {
  const { shop, dispute } = await paidShop()
  const { merchantId } = shop
  const owner = await newPortalPerson(trilho, { merchantId })
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const [one, other] = [await dispute({ amount: '40' }), await dispute({ amount: '30' })]
  const path = (id: string) => `/merchants/${merchantId}/disputes/${id}`
  await owner.post(`${path(one.id)}/defence`, { text: 'Delivered', files: [] })
  const changed = (act: string, was: string, is: string) => ({ act, changes: { state: { was, is } } })
  expect(await lastChangesOf(trilho, owner)).toEqual(changed('dispute.defend', 'Open', 'Defended'))
  await operator.post(`/operator${path(one.id)}/return`, { note: 'Fraud' })
  expect(await lastChangesOf(trilho, operator)).toEqual(changed('dispute.return', 'Defended', 'Returning'))
  await operator.post(`/operator${path(other.id)}/release`, { note: 'Delivered' })
  expect(await lastChangesOf(trilho, operator)).toEqual(changed('dispute.release', 'Open', 'Released'))
  expect((await operator.post(`/operator${path(other.id)}/release`, { note: 'Again' })).status).toBe(409)
  expect(await auditEntriesOf(trilho, operator)).toHaveLength(2)
})

test('operators see what is under way by its clock, page by page, and how far the merchant’s own is ahead', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const { shop, transactionId, dispute } = await paidShop()
  const soon = await dispute({ amount: '1' })
  const { merchantId } = shop
  const requested = { merchantId, transactionId, openedBy: 'bank', reason: 'Fraud', details: null } as const
  const [first, last] = [new Date(0), new Date(needs.clock().getTime() + 30 * dayMs)]
  await openDispute(needs, { ...requested, bankReference: 'last', amount: 1_000_000n, answerUntil: last })
  await openDispute(needs, { ...requested, bankReference: 'first', amount: 1_000_000n, answerUntil: first })
  await shop.put('/sandbox/clock', { forward: 3_600 })
  const seen: { bankReference: string; answerUntil: string; clockAheadSeconds: number }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { data } = (await operator.get(`/operator/disputes?limit=1${query}`)).body
    seen.push(...data.items)
    cursor = data.nextCursor
  }
  expect(seen.map(one => one.answerUntil)).toEqual(seen.map(one => one.answerUntil).toSorted())
  const own = seen.filter(one => ['first', 'last', soon.bankReference].includes(one.bankReference))
  expect(own.map(one => one.bankReference)).toEqual(['first', soon.bankReference, 'last'])
  expect(own.map(one => one.clockAheadSeconds)).toEqual([3_600, 3_600, 3_600])
})

test('a dispute is its own merchant’s: nobody else reads, answers, lists or ends it', async () => {
  const { shop, transactionId, dispute } = await paidShop()
  const { id } = await dispute()
  const outsider = await trilho.newMerchant()
  for (const answer of [
    await outsider.get(`/disputes/${id}`),
    await outsider.post(`/disputes/${id}/defence`, { text: 'Mine' }),
    await outsider.post(`/disputes/${id}/files`, { fileName: 'a.pdf' }),
    await outsider.put(`/sandbox/disputes/${id}/release`),
  ])
    expect(reasonOf(answer)).toEqual([404, 'DisputeNotFound'])
  expect(reasonOf(await outsider.post('/sandbox/disputes', { transactionId }))).toEqual([404, 'TransactionNotFound'])
  expect((await outsider.get('/disputes')).body.data.items).toEqual([])
  expect((await shop.get(`/disputes?state=Open&transactionId=${transactionId}`)).body.data.items).toMatchObject([
    { id },
  ])
})

test('a return of another amount than was judged is refused, and decided again', async () => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const transactionId = await shop.createCashIn({ amount: '50' })
  await shop.simulate('complete', transactionId)
  const { id: disputeId } = (await shop.post('/sandbox/disputes', { transactionId })).body.data
  const giveBack = (judged: bigint) => returnDispute(needs, { merchantId, disputeId, judged })
  await expect(giveBack(20_000_000n)).rejects.toMatchObject({ reason: 'DisputeStateNotAllowed' })
  expect(await giveBack(50_000_000n)).toMatchObject({ returnedAmount: 50_000_000n })
})
