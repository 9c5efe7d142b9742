import { expect, test } from 'vitest'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf } from '../../../test/kit/portal-roles.ts'
import { apiClient } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { batchesOf, payoutRow } from '../../../test/kit/payout-batches.ts'
import { runBatches } from '../payout-batches/run-batches.ts'
import { createAccessKey } from '../../tenancy/access-keys/create-access-key.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()
const other = await trilho.startServer()
const { needs, sql } = trilho
const noRules = { approvalAbove: null, newKeyLimit: null, restrictsRecipients: false }
type Rules = { approvalAbove: string | null; newKeyLimit: string | null; restrictsRecipients: boolean }

/** A merchant with an owner, who sets the rules, and a second person who approves. */
async function newShop(rules: Partial<Rules> = {}) {
  const shop = await trilho.newMerchant({ balance: '1000' })
  const { merchantId } = shop
  const owner = await newPortalPerson(trilho, { merchantId, name: 'Rita' })
  const approver = await newPortalPerson(trilho, { merchantId, roles: ['approver'], name: 'Bruno' })
  const path = `/merchants/${merchantId}`
  const set = async (more: Partial<Rules>) => {
    const answer = await owner.put(`${path}/payout-rules`, { ...noRules, ...more })
    other.needs.readMerchant.invalidate(merchantId)
    return answer
  }
  expect((await set(rules)).status).toBe(200)
  const pay = async (amount: string, more: object = {}) => shop.requestCashOut({ amount, ...more })
  const pending = async () => (await approver.get(`${path}/requests?status=Pending`)).body.data.items
  return { ...shop, owner, approver, path, set, pay, pending }
}

test('without rules nothing changes: any key pays any amount to anybody, and the response has the fields of the contract', async () => {
  const shop = await newShop()
  const { status, body } = await shop.pay('900')
  expect([status, Object.keys(body.data.transaction).toSorted()]).toEqual([
    201,
    ['amount', 'date', 'id', 'orderId', 'state'],
  ])
})

test('a cash-out above the amount waits for approval: nothing is held until another person agrees, then it is paid', async () => {
  const sink = await openSink()
  const shop = await newShop({ approvalAbove: '100' })
  expect((await shop.pay('100')).body.data.transaction).not.toHaveProperty('waitsForApproval')
  const order = { transaction: { orderId: 'big-1', orderDescription: 'Rent' }, webhook: { url: sink.url } }
  const { status, body } = await shop.pay('100.01', order)
  const { id } = body.data.transaction
  expect([status, body.data.transaction]).toMatchObject([
    201,
    { state: 'Created', orderId: 'big-1', amount: '100.01', waitsForApproval: true },
  ])
  expect(await shop.balance()).toMatchObject({ held: '100.000000', available: '900.000000' })
  expect(await shop.stateOf(id)).toBe('Created')
  expect(refusalOf(await shop.put(`/sandbox/transactions/complete/${id}`))[0]).toBe(409)

  const [request] = await shop.pending()
  expect(request).toMatchObject({ amount: '100.010000', description: 'Rent', receiver: null, status: 'Pending' })
  expect(request.recipient).toMatch(/\S/)
  const decide = `${shop.path}/requests/${request.id}`
  expect((await shop.approver.post(`${decide}/approve`)).status).toBe(200)
  expect(await shop.balance()).toMatchObject({ held: '200.010000' })
  await shop.simulate('complete', id)
  const [event] = await sink.waitForEvents(id, 1)
  expect(event?.body).toMatchObject({ transactionState: 'Completed', transactionOrderId: 'big-1' })
  expect(await auditBooks(needs)).toEqual([])
})

test('a repeated order is the same request, also after the rules have changed', async () => {
  const shop = await newShop({ approvalAbove: '10' })
  const order = { transaction: { orderId: 'once' } }
  const answers = await Promise.all(times(6, () => shop.pay('50', order)))
  const ids = new Set(answers.map(({ body }) => body.data.transaction.id))
  expect([answers.map(({ status }) => status), ids.size]).toEqual([Array(6).fill(201), 1])
  expect(await shop.pending()).toHaveLength(1)
  await shop.set({})
  const again = await shop.pay('50', order)
  expect([...ids]).toEqual([again.body.data.transaction.id])
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })
})

test('a rejected cash-out is cancelled, and its own webhook is called', async () => {
  const sink = await openSink()
  const shop = await newShop({ approvalAbove: '10' })
  const { body } = await shop.pay('50', { webhook: { url: sink.url } })
  const [request] = await shop.pending()
  await shop.approver.post(`${shop.path}/requests/${request.id}/reject`, { comment: 'Who is that?' })
  const [event] = await sink.waitForEvents(body.data.transaction.id, 1)
  expect(event?.body).toMatchObject({ transactionState: 'Cancelled' })
  expect(await shop.availableBalance()).toBe('1000.000000')
  expect(await auditBooks(needs)).toEqual([])
})

test('the person who made the key cannot approve what it asks for', async () => {
  const shop = await newShop({ approvalAbove: '10' })
  const created = await shop.owner.post(`${shop.path}/keys`, { name: 'ERP', scopes: ['payments'] })
  const { key, secret } = created.body.data
  const erp = await apiClient(trilho.url, { accessKey: key.accessKey, secret })
  expect((await erp.requestCashOut({ amount: '50' })).status).toBe(201)
  const [request] = await shop.pending()
  expect(refusalOf(await shop.owner.post(`${shop.path}/requests/${request.id}/approve`))).toEqual([
    409,
    'ApproverNotAllowed',
  ])
  expect((await shop.approver.post(`${shop.path}/requests/${request.id}/approve`)).status).toBe(200)
})

test('of payouts at once through two servers a new key pays exactly as much as it may; after a day it pays on', async () => {
  const shop = await newShop({ newKeyLimit: '100' })
  const elsewhere = await apiClient(other.url, shop)
  const answers = await Promise.all(times(30, n => (n % 2 === 0 ? shop : elsewhere).requestCashOut({ amount: '10' })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  const refused = answers.find(({ status }) => status !== 201)
  expect(refused?.body.error).toMatchObject({
    name: 'OperationError',
    details: {
      reason: 'LimitExceeded',
      message: 'the limit of an access key in its first 24 hours is 100.000000, 100.000000 was sent, 0.000000 is left',
    },
  })
  expect(await shop.balance()).toMatchObject({ held: '100.000000' })
  const second = await createAccessKey(needs, { merchantId: shop.merchantId, scopes: ['payments'] })
  const another = await apiClient(trilho.url, second)
  expect((await another.requestCashOut({ amount: '90' })).status).toBe(201)
  await sql`update access_keys set created_at = now() - interval '25 hours' where merchant_id = ${shop.merchantId}`
  const later = await apiClient((await trilho.startServer()).url, shop)
  expect((await later.requestCashOut({ amount: '300' })).status).toBe(201)
})

test('cash-outs go only to approved recipients, by key and person, where the merchant wants it', async () => {
  const shop = await newShop({ restrictsRecipients: true })
  const maria = { recipient: { name: 'Maria', cpf: cpf.maria }, key: { type: 'CPF', value: cpf.maria } }
  const joao = { recipient: { name: 'João', cpf: cpf.joao }, key: { type: 'CPF', value: cpf.joao } }
  expect(refusalOf(await shop.pay('10', maria))).toEqual([409, 'RecipientNotAllowed'])
  const recipients = `${shop.path}/payout-recipients`
  const form = { name: 'Maria', cpf: '529.982.247-25', key: maria.key }
  expect((await shop.owner.post(recipients, form)).status).toBe(200)
  expect((await shop.pay('10', maria)).status).toBe(201)
  expect(refusalOf(await shop.pay('10', joao))).toEqual([409, 'RecipientNotAllowed'])
  const check = await shop.post('/accounts/pix/cashout/check', { payment: { ...joao, value: '10' } })
  expect(check.body.data.refusal).toMatchObject({ reason: 'RecipientNotAllowed' })

  const { items } = (await shop.owner.get(recipients)).body.data
  expect(items).toMatchObject([{ name: 'Maria', createdBy: 'Rita', taxNumber: expect.stringContaining('***') }])
  expect((await shop.owner.delete(`${recipients}/${items[0].id}`)).status).toBe(200)
  expect(refusalOf(await shop.pay('10', maria))).toEqual([409, 'RecipientNotAllowed'])
  expect((await auditEntriesOf(trilho, shop.owner)).map(({ act }) => act)).toEqual([
    'key.setPayoutRules',
    'recipient.approve',
    'recipient.remove',
  ])
})

test('only an owner sets the rules, after confirming, and the log has what changed', async () => {
  const shop = await newShop()
  const developer = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['developer'] })
  const rules = `${shop.path}/payout-rules`
  for (const person of [developer, shop.approver])
    expect(refusalOf(await person.put(rules, { ...noRules, approvalAbove: '5' }))).toEqual([403, 'RoleNotAllowed'])
  await shop.set({ approvalAbove: '5' })
  expect((await developer.get(rules)).body.data).toEqual({ ...noRules, approvalAbove: '5.000000', later: null })
  expect((await auditEntriesOf(trilho, shop.owner)).at(-1)).toMatchObject({
    act: 'key.setPayoutRules',
    details: { changes: { approvalAbove: { was: null, is: '5.000000' } } },
  })
  await sql`update sessions set confirmed_at = now() - interval '1 hour' where person_id = ${shop.owner.id}`
  expect(refusalOf(await shop.set({}))).toEqual([403, 'ConfirmationRequired'])
})

test('a batch by API goes only to approved recipients, too', async () => {
  const shop = await newShop({ restrictsRecipients: true })
  const batches = batchesOf(shop, needs)
  const refused = await batches.post({ rows: [payoutRow('10')] })
  expect([refused.status, refused.body.error.details]).toMatchObject([
    400,
    [{ path: '/rows/0/key', code: 'RecipientNotAllowed' }],
  ])
  // One that was made before the merchant wanted it is refused row by row.
  expect((await shop.set({ restrictsRecipients: false })).status).toBe(200)
  const { id } = await batches.make([payoutRow('10')])
  expect((await shop.set({ restrictsRecipients: true })).status).toBe(200)
  expect((await shop.approver.post(`${shop.path}/payout-batches/${id}/approve`)).status).toBe(200)
  await untilDone(() => runBatches(needs))
  expect(await batches.rows(id)).toMatchObject([{ state: 'Refused', reason: 'RecipientNotAllowed' }])
})
