import { expect, test } from 'vitest'
import { newPayer } from '../../../test/kit/company-payments.ts'
import { batchesOf, payoutRow, payoutRows, unknownKey } from '../../../test/kit/payout-batches.ts'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { everybody, expectOnly, lastChangesOf } from '../../../test/kit/portal-roles.ts'
import { cpf, openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { setApprovalPolicy } from '../../tenancy/merchants/set-terms.ts'
import { approveBatch, rejectBatch } from './decide-batch.ts'

const trilho = await openTrilho()
const sink = await openSink()
const webhook = { url: sink.url, customHeaderName: 'x-shop', customHeaderValue: '42' }

const newShop = async (options: Parameters<typeof newPayer>[1] = {}) => {
  const shop = await newPayer(trilho, options)
  return { ...shop, batches: batchesOf(shop, trilho.needs) }
}

test('an approved batch is paid row by row: sums, charges, transactions, events and the result file show it', async () => {
  const shop = await newShop({ balance: '100', chargeFixed: '0.10' })
  const { batches } = shop
  const rows = [
    payoutRow('10.50', { orderId: 'a-1', description: 'Novembro' }),
    payoutRow('5'),
    payoutRow('1', unknownKey),
  ]
  const made = await batches.make(rows, { webhook })
  expect(made).toMatchObject({
    state: 'Pending',
    rows: { count: 3, amount: '16.500000' },
    charges: '0.300000',
    waiting: { count: 3, amount: '16.500000' },
  })
  expect(await shop.availableBalance()).toBe('100.000000')

  const paid = await batches.pay(made.id)
  expect(paid).toMatchObject({
    state: 'Completed',
    made: { count: 2, amount: '15.500000' },
    refused: { count: 1, amount: '1.000000' },
    waiting: { count: 0, amount: '0.000000' },
  })
  expect(await shop.balance()).toMatchObject({ available: '84.300000', held: '15.700000' })
  const [first, second, third] = await batches.rows(made.id)
  expect([first?.state, second?.state, third?.state, third?.reason]).toEqual([
    'Made',
    'Made',
    'Refused',
    'PixKeyNotFound',
  ])
  const { transaction } = (await shop.read(first?.transactionId ?? '')).body.data
  expect(transaction).toMatchObject({ orderId: 'a-1', orderDescription: 'Novembro', amount: '10.500000' })
  expect(await batches.rows(made.id, '?state=Refused')).toHaveLength(1)
  expect(await batches.rows(made.id, '?dataset.limit=5&cursor=2')).toHaveLength(1)

  const lines = (await batches.result(made.id)).split('\r\n')
  expect(lines[0]).toMatch(/^number,state,amount,charges,orderId,name/)
  expect(lines[1]).toContain(first?.transactionId)
  expect(lines[3]).toContain(',PixKeyNotFound,')

  await shop.simulate('complete', first?.transactionId ?? '')
  await sink.waitForEvents(first?.transactionId ?? '', 1)
  const events = sink.received.filter(({ body }) => 'payoutBatch' in body)
  expect(events.map(({ body }) => body.event)).toEqual(['PayoutBatchApproved', 'PayoutBatchCompleted'])
  expect(events[1]?.body.payoutBatch).toMatchObject({ id: made.id, state: 'Completed' })
  expect(events[1]?.headers['x-shop']).toBe('42')
  expect(await auditBooks(trilho)).toEqual([])
})

test('every wrong row is reported at once, and nothing is written', async () => {
  const { batches, ...shop } = await newShop()
  await shop.createCashOut({ transaction: { orderId: 'used' } })
  const { status, body } = await batches.post({
    rows: [
      payoutRow('1,50'),
      payoutRow('1', { taxNumber: '11111111111', keyType: 'PIX' }),
      payoutRow('1.001', { key: 'nobody', orderId: 'twice' }),
      payoutRow('1', { orderId: 'twice' }),
      payoutRow('1', { orderId: 'used' }),
      { amount: '1', receiver: 'x' },
      payoutRow('1', { name: 'x'.repeat(300) }),
    ],
  })
  expect(status).toBe(400)
  const faults = (body.error.details as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`)
  expect(faults).toEqual([
    '/rows/0/amount notAnAmount',
    '/rows/1/taxNumber CounterpartyTaxNumberInvalid',
    '/rows/1/keyType PixKeyTypeNotAllowed',
    '/rows/2/orderId repeated',
    '/rows/2/key PixKeyInvalid',
    '/rows/3/orderId repeated',
    '/rows/4/orderId OrderIdConflict',
    '/rows/5/name required',
    '/rows/5/taxNumber required',
    '/rows/5/keyType required',
    '/rows/5/key required',
    '/rows/5/receiver notOfThisKind',
    '/rows/6/name tooLong',
  ])
  expect((await shop.get('/payout-batches')).body.data.items).toEqual([])
})

test('payments to companies: by id or CNPJ; each is an approved request with the steps of the batch', async () => {
  const shop = await newShop({ balance: '25' })
  const { batches } = shop
  const { post, make } = batches
  const row = (amount: string, more: object = {}) => ({
    receiver: '11.444.777/0001-61',
    amount,
    description: 'Farinha',
    ...more,
  })
  const wrong = await post({
    kind: 'companyPayments',
    rows: [row('1', { receiver: '45997418000153' }), { amount: '1' }],
  })
  expect(wrong.body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual([
    '/rows/0/receiver ReceiverNotFound',
    '/rows/1/receiver required',
    '/rows/1/description required',
  ])
  const rows = [
    row('10'),
    row('9', { receiver: shop.receiverId, account: shop.accountId }),
    row('5', { account: '12345-6' }),
  ]
  const { id } = await make(rows, { kind: 'companyPayments' })
  // Somebody else takes money between the approval and the last row.
  await batches.approve(id)
  await shop.createCashOut({ amount: '3' })
  const paid = await batches.pay((await make([row('1')], { kind: 'companyPayments' })).id)
  expect(paid.made.count).toBe(1)
  const made = await batches.rows(id)
  expect(made.map(({ state, reason }) => reason ?? state)).toEqual(['Made', 'Made', 'InsufficientBalance'])
  const requests = (
    await shop.get(
      '/accounts/transaction-requests?status=Approved&startDate=2020-01-01T00:00:00Z&endDate=2090-01-01T00:00:00Z&dataset.limit=20&dataset.offset=0',
    )
  ).body.data.items
  const request = requests.find((one: { refTransaction: string }) => one.refTransaction === made[0]?.transactionId)
  const { flows } = await shop.readRequest(request.id)
  expect(flows.map((step: { status: string }) => step.status)).toEqual(['Pending', 'Approved'])
  expect(await auditBooks(trilho)).toEqual([])
})

test('the same order id answers the first batch again; with other contents it is a conflict', async () => {
  const { batches } = await newShop()
  const body = { orderId: 'week-46', rows: payoutRows(2) }
  const answers = await Promise.all(times(5, () => batches.post(body)))
  expect(new Set(answers.map(answer => answer.body.data.id)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
  expect(refusalOf(await batches.post({ ...body, name: 'Another' }))).toEqual([409, 'OrderIdConflict'])
  await batches.pay(answers[0]?.body.data.id)
  expect((await batches.post(body)).body.data.state).toBe('Completed')
})

test('an approval is refused where the balance does not cover sum and charges, or the day has no room', async () => {
  const shop = await newShop({ balance: '10', chargeFixed: '0.10' })
  const { id } = await shop.batches.make(payoutRows(10))
  expect(refusalOf(await shop.batches.approve(id))).toEqual([409, 'InsufficientBalance'])
  await trilho.sql`
    update merchants set cash_out_daily_limit = 4000000, limits_set_at = now() where id = ${shop.merchantId}`
  const less = await shop.batches.make(payoutRows(5))
  expect(refusalOf(await shop.batches.approve(less.id))).toEqual([409, 'LimitExceeded'])
  expect((await shop.batches.read(id)).state).toBe('Pending')
})

test('the policy decides by the sum: as many approvers as it asks for, never who asked, and the operator above a limit', async () => {
  const { batches, merchantId } = await newShop()
  await setApprovalPolicy(trilho.needs, { merchantId, approversNeeded: 2, operatorApprovesAbove: parseAmount('1.50') })
  const { id: batchId } = await batches.make(payoutRows(2))
  const say = (id: string, realm: 'Partner' | 'Operator' = 'Partner') =>
    approveBatch(trilho.needs, { merchantId, batchId, by: { id, name: id, realm }, comment: null })
  const refused = { reason: 'ApproverNotAllowed' }
  const [step] = await trilho.sql<
    { userId: string }[]
  >`select user_id from approval_steps where request_id = ${batchId}`
  await expect(say(step?.userId ?? '')).rejects.toMatchObject(refused)
  expect((await say('ana')).state).toBe('Pending')
  await expect(say('ana')).rejects.toMatchObject(refused)
  expect((await say('bruno')).state).toBe('Pending')
  expect((await say('olga', 'Operator')).state).toBe('Running')
  await expect(
    rejectBatch(trilho.needs, { merchantId, batchId, by: { id: 'x', name: 'x', realm: 'Partner' }, comment: 'x' }),
  ).rejects.toMatchObject({ reason: 'PayoutBatchStateNotAllowed' })
  const small = await batches.make([payoutRow('1')])
  const olga = { id: 'olga', name: 'Olga', realm: 'Operator' } as const
  await expect(
    approveBatch(trilho.needs, { merchantId, batchId: small.id, by: olga, comment: null }),
  ).rejects.toMatchObject(refused)
})

test('approvers find batches beside requests, the operator those above the limit; documents are masked; others are refused', async () => {
  const shop = await newShop()
  const { merchantId, batches } = shop
  await setApprovalPolicy(trilho.needs, { merchantId, approversNeeded: 1, operatorApprovesAbove: parseAmount('1') })
  const people = await everybody(trilho, merchantId)
  const { id } = await batches.make([payoutRow('2', { keyType: 'CPF', key: cpf.maria })])
  const path = `/merchants/${merchantId}/payout-batches`
  const all = ['owner', 'finance', 'approver', 'viewer', 'operator'] as const
  await expectOnly(people, all, person => person.get(`${path}/${id}`))
  await expectOnly(people, ['owner', 'finance'], person => person.post(`${path}/check`, { kind: 'payouts', rows: [] }))
  const waiting = (await people.approver.get(`${path}?waitsForMe=true`)).body.data.items
  expect(waiting).toMatchObject([{ id, waitsForMe: true, approvalProgress: { operatorNeeded: true } }])
  const home = await people.approver.get(`/merchants/${merchantId}/home`)
  expect(home.body.data.needed.requestsToDecide).toBe(1)
  const [row] = (await people.viewer.get(`${path}/${id}/rows`)).body.data.items
  expect(row).toMatchObject({ taxNumber: '***.982.247-**', key: '***.982.247-**' })
  expect((await people.approver.post(`${path}/${id}/approve`)).status).toBe(200)
  expect((await lastChangesOf(trilho, people.approver)).changes).toEqual({ approvalsGiven: { was: 0, is: 1 } })
  const queue = async () => (await people.operator.get('/operator/payout-batches')).body.data.items
  expect((await queue()).map((one: { id: string }) => one.id)).toEqual([id])
  expect((await people.operator.post(`/operator${path}/${id}/approve`)).status).toBe(200)
  expect((await lastChangesOf(trilho, people.operator)).changes).toEqual({
    operatorAgreed: { was: false, is: true },
    state: { was: 'Pending', is: 'Running' },
  })
  expect(await queue()).toEqual([])
  expect((await batches.read(id)).state).toBe('Running')
})

test('why a row was refused is shown to people without the document that the refusal names', async () => {
  const { batches, merchantId } = await newShop()
  const ofSomebodyElse = '90000000418'
  const { id } = await batches.make([payoutRow('1', { taxNumber: ofSomebodyElse })])
  await batches.pay(id)
  expect(await batches.rows(id)).toMatchObject([
    { reason: 'PixKeyOwnerMismatch', message: `TaxNumber:${ofSomebodyElse}` },
  ])
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  const shown = await viewer.get(`/merchants/${merchantId}/payout-batches/${id}/rows`)
  expect(shown.body.data.items).toMatchObject([{ message: 'TaxNumber:***.000.004-**' }])
  expect(shown.text).not.toContain(ofSomebodyElse)
})

test('a batch is cancelled or rejected while nobody has decided on it; nothing of it is paid', async () => {
  const { batches, ...shop } = await newShop()
  const cancelled = await batches.make(payoutRows(2))
  expect((await batches.cancel(cancelled.id)).body.data.state).toBe('Cancelled')
  expect(refusalOf(await batches.approve(cancelled.id))).toEqual([409, 'PayoutBatchStateNotAllowed'])
  const rejected = await batches.make(payoutRows(2))
  expect((await batches.reject(rejected.id)).body.data.state).toBe('Rejected')
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })
  expect((await shop.get('/payout-batches?state=Rejected')).body.data.items).toHaveLength(1)
})

test('a key may ask only for the kind of payments that its scopes allow, and sees no other', async () => {
  const shop = await newShop()
  const { id } = await shop.batches.make(payoutRows(1))
  const other = await trilho.newMerchant({ scopes: ['company-payments'] })
  expect(refusalOf(await batchesOf(other, trilho.needs).post({ rows: payoutRows(1) }))).toEqual([
    403,
    'ScopeNotAllowed',
  ])
  expect((await other.get('/payout-batches')).body.data.items).toEqual([])
  expect(refusalOf(await other.get(`/payout-batches/${id}`))).toEqual([404, 'PayoutBatchNotFound'])
  expect(refusalOf(await shop.get('/payout-batches/nothing'))).toEqual([404, 'PayoutBatchNotFound'])
})

test('five thousand rows are taken, and one more is not', async () => {
  const { batches } = await newShop()
  const rows = times(5_000, i =>
    payoutRow('0.01', { orderId: `o-${i}`, taxNumber: cpf.joao, description: 'x'.repeat(100) }),
  )
  expect((await batches.make(rows)).waiting.count).toBe(5_000)
  expect((await batches.post({ rows: [...rows, payoutRow('1')] })).status).toBe(400)
})
