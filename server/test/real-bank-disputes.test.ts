import { expect, test } from 'vitest'
import { volumeSummer } from '../src/operations/volumes/sum-up-volumes.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { releaseDispute } from '../src/products/disputes/end-dispute.ts'
import { openDispute } from '../src/products/disputes/open-dispute.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { newPortalPerson, refusalOf } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process, and cases of which it gives back only a part. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)

const dayMs = 86_400_000

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
  await untilDone(() => sweepPayments(needs))
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

test('a merchant frees nothing that a case blocks by a refund whose id looks like a return of the bank', async () => {
  const { shop, id, endToEndId, dispute } = await paidShop('efi')
  const path = `/accounts/transactions/pix/${id}/refund`
  expect((await shop.post(path, { amount: '1', refundId: 'bank:1' })).body.error).toMatchObject({
    details: [{ path: '/refundId', code: 'reserved' }],
  })
  expect((await shop.post(path, { amount: '1', refundId: 'mine' })).status).toBe(201)
  const refundedNow = async () => {
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 60_000
    return (await shop.read(id)).body.data.transaction.refundedAmount
  }
  await expect.poll(refundedNow).toBe('1.000000')
  // As if it had been asked for before such ids were refused.
  await sql`update refunds set id = 'bank:1' where merchant_id = ${shop.merchantId} and id = 'mine'`
  const { id: reference } = await bank.control('POST', `/pix/${endToEndId}/report`, { amount: '99.00' })
  await sweep()
  await bank.control('POST', `/infractions/${reference}/accept`, { amount: '0.00' })
  for (let times = 0; times < 2; times++) await sweep()
  expect(await dispute()).toMatchObject({ state: 'Open', blockedAmount: '99.000000' })
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '99.000000' })
  const webhook = { url: 'https://hooks.example.invalid/hook' }
  const payment = {
    recipient: { name: 'João Pereira', cpf: '11144477735' },
    key: { type: 'EMAIL', value: 'joao@mail.test' },
    value: '99.00',
  }
  const cashOut = await shop.post('/accounts/pix/cashout', { payment, webhook })
  expect(cashOut.body.error.details.reason).toBe('InsufficientBalance')
  expect(await auditBooks(needs)).toEqual([])
})

const leavings = {
  'accepts and returns nothing for': (reference: string) =>
    bank.control('POST', `/infractions/${reference}/accept`, { amount: '0.00' }),
  'no longer lists': (reference: string) => bank.control('DELETE', `/infractions/${reference}`),
}

test.each(Object.entries(leavings))(
  'a case that efi %s is released by an operator, once efi was asked; until then nobody but efi decides it',
  async (_, leave) => {
    const { shop, endToEndId, refunded, dispute } = await paidShop('efi')
    const { id: reference } = await bank.control('POST', `/pix/${endToEndId}/report`, { amount: '60.00' })
    await sweep()
    const { id } = await dispute()
    const decide = async (decision: 'release' | 'return') => {
      // Signed in anew: a decision must be confirmed a short time before.
      const operator = await newPortalPerson(trilho, { isOperator: true })
      const path = `/operator/merchants/${shop.merchantId}/disputes/${id}/${decision}`
      const { status, body } = await operator.post(path, { note: 'As the bank says' })
      return [status, body.error?.details.reason]
    }
    expect(await decide('release')).toEqual([409, 'DisputeStateNotAllowed'])
    await leave(reference)
    for (let times = 0; times < 3; times++) await sweep()
    expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '60.000000' })
    expect(await decide('return')).toEqual([409, 'DisputeStateNotAllowed'])
    const gone = { kind: 'server error', partner: 'efi', method: 'GET', path: '/infracoes', times: 9 }
    await bank.control('POST', '/faults', gone)
    expect(await decide('release')).toEqual([503, 'BankUnavailable'])
    await bank.control('DELETE', '/faults')
    // A return that the books do not have yet is booked first.
    await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '0.01' })
    expect(await decide('release')).toEqual([409, 'DisputeStateNotAllowed'])
    await expect.poll(refunded).toBe('0.010000')
    expect(await decide('release')).toEqual([200, undefined])
    expect(await dispute()).toMatchObject({ state: 'Released' })
    expect(await shop.balance()).toMatchObject({ available: '99.990000', blocked: '0.000000' })
    // What the bank takes later leaves the balance.
    await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '50.00' })
    await expect.poll(refunded).toBe('50.010000')
    await sweep()
    expect(await shop.balance()).toMatchObject({ available: '49.990000', blocked: '0.000000' })
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('one return of efi that is what neither of two accepted cases asks for goes to the oldest that covers it, and no more is freed', async () => {
  const { shop, endToEndId, refunded } = await paidShop('efi')
  const report = async (amount: string) => {
    const { id } = await bank.control('POST', `/pix/${endToEndId}/report`, { amount })
    await sweep()
    return id as string
  }
  const [small, great, last] = [await report('20.00'), await report('45.00'), await report('35.00')]
  await bank.control('POST', `/infractions/${great}/accept`, { amount: '30.00' })
  for (const other of [small, last]) await bank.control('POST', `/infractions/${other}/accept`, { amount: '0.00' })
  await expect.poll(refunded).toBe('30.000000')
  for (let times = 0; times < 2; times++) await sweep()
  const cases = async () =>
    (await shop.get('/disputes')).body.data.items
      .toReversed()
      .map((one: Record<string, string>) => [one['state'], one['returnedAmount'], one['blockedAmount']])
  expect(await cases()).toEqual([
    ['Open', '0.000000', '20.000000'],
    ['Open', '30.000000', '15.000000'],
    ['Open', '0.000000', '35.000000'],
  ])
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '70.000000' })
  // More than any one case lacks is shared by age.
  await bank.control('POST', `/pix/${endToEndId}/force-return`, { amount: '50.00' })
  await expect.poll(refunded).toBe('80.000000')
  for (let times = 0; times < 2; times++) await sweep()
  expect(await cases()).toEqual([
    ['Returned', '20.000000', '20.000000'],
    ['Open', '30.000000', '15.000000'],
    ['Open', '30.000000', '5.000000'],
  ])
  expect(await shop.balance()).toMatchObject({ available: '0.000000', blocked: '20.000000' })
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

test('a merchant’s people and operators see by month how much is disputed, and how it ended; others do not', async () => {
  const { shop, endToEndId, refunded } = await paidShop('efi')
  const report = async (amount: string) => {
    const { id } = await bank.control('POST', `/pix/${endToEndId}/report`, { amount })
    await sweep()
    return id as string
  }
  const [accepted, rejected] = [await report('25.00'), await report('10.00')]
  await bank.control('POST', `/infractions/${rejected}/reject`, {})
  await bank.control('POST', `/infractions/${accepted}/accept`, {})
  await expect.poll(refunded).toBe('25.000000')
  for (let times = 0; times < 2; times++) await sweep()
  const sumUp = volumeSummer(needs)
  await untilDone(() => sumUp())
  const path = `/merchants/${shop.merchantId}/dispute-statistics`
  const outsider = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
  expect((await outsider.get(path)).status).not.toBe(200)
  const people = [{ isOperator: true }, { merchantId: shop.merchantId, roles: ['viewer'] as 'viewer'[] }]
  for (const person of people) {
    const { months } = (await (await newPortalPerson(trilho, person)).get(path)).body.data
    const { month: _, ...sums } = months[0]
    expect([months.length, sums]).toEqual([
      1,
      {
        inCount: 1,
        in: '100.000000',
        disputedCount: 1,
        disputed: '35.000000',
        countShare: '100.00',
        amountShare: '35.00',
        returnedCount: 1,
        returned: '25.000000',
        releasedCount: 1,
        undecidedCount: 0,
      },
    ])
  }
})

test('a return that efi has made is contested once, within its term; operators forward it and enter the answer', async () => {
  const { shop, endToEndId, refunded, dispute } = await paidShop('efi')
  const { id: reference } = await bank.control('POST', `/pix/${endToEndId}/report`, { amount: '60.00' })
  await sweep()
  const { id } = await dispute()
  const path = `/merchants/${shop.merchantId}/disputes/${id}`
  const newOwner = () => newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['owner'] })
  const newOperator = () => newPortalPerson(trilho, { isOperator: true })
  const form = { reason: 'NoFraud', text: 'Delivered and signed for', files: [] }
  const outcome = { outcome: 'Refused', note: 'The bank insists' }
  expect(refusalOf(await (await newOwner()).post(`${path}/contest`, form))).toEqual([409, 'DisputeStateNotAllowed'])
  await bank.control('POST', `/infractions/${reference}/accept`, {})
  await expect.poll(refunded).toBe('60.000000')
  for (let times = 0; times < 2; times++) await sweep()
  expect((await (await newOwner()).get(path)).body.data).toMatchObject({ state: 'Returned', canContest: true })
  const early = await (await newOperator()).post(`/operator${path}/contest/outcome`, outcome)
  expect(refusalOf(early)).toEqual([409, 'DisputeStateNotAllowed'])

  trilho.clock.aheadMs += 81 * dayMs
  expect(refusalOf(await (await newOwner()).post(`${path}/contest`, form))).toEqual([409, 'DisputeAnswerTimeOver'])
  trilho.clock.aheadMs -= 2 * dayMs
  const owner = await newOwner()
  const contests = await Promise.all([owner.post(`${path}/contest`, form), owner.post(`${path}/contest`, form)])
  expect(contests.map(({ status }) => status).toSorted()).toEqual([200, 409])

  const operator = await newOperator()
  const listed = async () => (await operator.get('/operator/disputes?state=Contested')).body.data.items
  expect((await listed()).map((one: { id: string }) => one.id)).toEqual([id])
  expect((await owner.post(`/operator${path}/contest/outcome`, outcome)).status).toBe(403)
  expect((await operator.post(`/operator${path}/contest/outcome`, outcome)).status).toBe(200)
  expect((await owner.get(path)).body.data).toMatchObject({
    canContest: false,
    canEndContest: false,
    contest: { reason: 'NoFraud', text: form.text, outcome: 'Refused', note: outcome.note },
  })
  expect(await listed()).toEqual([])
  expect(await shop.balance()).toMatchObject({ available: '40.000000', blocked: '0.000000' })
  trilho.clock.aheadMs = 0
})

test('an operator contests a return for the merchant, with evidence', async () => {
  const { shop, id: transactionId, endToEndId, refunded, dispute } = await paidShop('inter')
  const { merchantId } = shop
  const entered = { bankReference: 'MED-contest', openedBy: 'operator', reason: 'Fraud', details: null } as const
  await openDispute(needs, { merchantId, transactionId, ...entered })
  await bank.control('POST', `/pix/${endToEndId}/force-return`, {})
  await expect.poll(refunded).toBe('100.000000')
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const path = `/operator/merchants/${merchantId}/disputes/${(await dispute()).id}/contest`
  const upload = await operator.post(path.replace(/contest$/, 'files'), { fileName: 'mail.pdf' })
  const { id: fileId, address } = upload.body.data
  const sent = await fetch(new URL(address, trilho.url), { method: 'PUT', body: '%PDF-1.7\n' })
  expect([upload.status, sent.status]).toEqual([201, 200])
  const { status, body } = await operator.post(path, { reason: 'Other', text: 'By mail of the owner', files: [fileId] })
  expect([status, body.data.contest]).toMatchObject([200, { reason: 'Other', outcome: null, files: [{ id: fileId }] }])
})
