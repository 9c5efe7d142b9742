import { expect, test } from 'vitest'
import { newPayer, requestsPath } from '../../../test/kit/company-payments.ts'
import { type PortalPerson, newPortalPerson } from '../../../test/kit/portal-client.ts'
import { auditEntriesOf, everybody, expectNotFoundByOutsiders, expectOnly } from '../../../test/kit/portal-roles.ts'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import { chargesFor } from '../../money/ledger/charges.ts'
import { setApprovalPolicy, setLimits } from '../../tenancy/merchants/set-terms.ts'
import { setWebhookAddress } from '../../money/webhooks/set-webhook-address.ts'
import { maxWithdrawal } from './make-withdrawal.ts'

const trilho = await openTrilho()
const { needs } = trilho
const sink = await openSink()
const own = { type: 'CNPJ', value: '11.222.333/0001-81' }

/** A merchant with a balance of 100, and its people. */
async function newShop(options: Parameters<typeof newPayer>[1] = {}) {
  const payer = await newPayer(trilho, { balance: '100', ...options })
  const { merchantId } = payer
  const person = (role: 'finance' | 'approver', name: string) =>
    newPortalPerson(trilho, { merchantId, roles: [role], name })
  const [fabio, bruna, caio] = await Promise.all([
    person('finance', 'Fábio Lima'),
    person('approver', 'Bruna Reis'),
    person('approver', 'Caio Melo'),
  ])
  const base = `/merchants/${merchantId}`
  return {
    ...payer,
    fabio,
    bruna,
    caio,
    withdraw: (form: object = {}, by: PortalPerson = fabio) =>
      by.post(`${base}/withdrawals`, {
        amount: '30',
        key: own,
        description: 'Aluguel',
        formKey: crypto.randomUUID(),
        ...form,
      }),
    decide: (id: string, act: string, by: PortalPerson) => by.post(`${base}/requests/${id}/${act}`, { comment: 'ok' }),
    readOne: async (id: string, by: PortalPerson = fabio) => (await by.get(`${base}/requests/${id}`)).body.data,
  }
}

test('a withdrawal waits for an approver, is then held, sent to the own key, and leaves the balance when it is paid', async () => {
  const shop = await newShop({ chargeFixed: '0.10' })
  await setWebhookAddress(needs, { merchantId: shop.merchantId, url: sink.url })
  const { status, body } = await shop.withdraw()
  expect(status).toBe(201)
  const { id } = body.data
  expect(await shop.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
  const asked = await shop.readOne(id)
  expect(asked).toMatchObject({
    status: 'Pending',
    amount: '30.000000',
    requestedBy: 'Fábio Lima',
    receiver: null,
    account: null,
    pixKey: { type: 'CNPJ', value: '11222333000181' },
    cost: { total: '30.100000', suffices: true },
    mine: { asked: true, canApprove: false },
  })
  expect((await shop.decide(id, 'approve', shop.fabio)).body.error.details.reason).toBe('RoleNotAllowed')
  expect((await shop.decide(id, 'approve', shop.bruna)).status).toBe(200)
  expect(await shop.balance()).toMatchObject({ available: '69.900000', held: '30.100000' })
  const { transaction, payment } = (await shop.read(asked.transactionId)).body.data
  expect(transaction).toMatchObject({ type: 'Debit', category: 'PartnerWithdrawals', state: 'Created' })
  expect(payment).toMatchObject({ key: '11222333000181', keyType: 'CNPJ' })
  await shop.simulate('complete', asked.transactionId)
  expect(await shop.balance()).toMatchObject({ available: '69.900000', held: '0.000000', total: '69.900000' })
  const events = await sink.waitForEvents(asked.transactionId, 1)
  expect(events.map(event => event.body.transactionState)).toEqual(['Completed'])
  expect((await auditEntriesOf(trilho, shop.fabio))[0]).toMatchObject({
    act: 'withdrawal.make',
    subject: id,
    details: { amount: '30', keyType: 'CNPJ' },
  })
  expect(await auditBooks(needs)).toEqual([])
})

test('the policy of company payments decides: two approvers, and the operator above its limit; one no ends it', async () => {
  const shop = await newShop()
  await setApprovalPolicy(needs, {
    merchantId: shop.merchantId,
    approversNeeded: 2,
    operatorApprovesAbove: 20_000_000n,
  })
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const { id } = (await shop.withdraw()).body.data
  await shop.decide(id, 'approve', shop.bruna)
  await shop.decide(id, 'approve', shop.caio)
  expect(await shop.balance()).toMatchObject({ held: '0.000000' })
  const queue = (await operator.get('/operator/requests')).body.data.items
  expect(queue).toMatchObject([{ id, receiver: null }])
  await operator.post(`/operator/merchants/${shop.merchantId}/requests/${id}/approve`, {})
  expect(await shop.balance()).toMatchObject({ held: '30.000000' })

  const other = (await shop.withdraw({ amount: '5' })).body.data.id
  await shop.decide(other, 'reject', shop.bruna)
  expect(await shop.readOne(other)).toMatchObject({ status: 'Rejected', executionState: 'Cancelled' })
  expect(await auditBooks(needs)).toEqual([])
})

test('without an amount all that can leave is asked for, charges counted', async () => {
  const shop = await newShop({ chargeFixed: '0.10', chargeRate: 990_000n })
  const { id } = (await shop.withdraw({ amount: undefined })).body.data
  expect(await shop.readOne(id)).toMatchObject({ amount: '98.920000', cost: { suffices: true } })
  const empty = await newShop({ balance: undefined })
  expect((await empty.withdraw({ amount: undefined })).body.error.details.reason).toBe('InsufficientBalance')
  const plan = { chargeFixed: 100_000n, chargeRate: 990_000n }
  for (const available of [0n, 110_000n, 120_000n, 1_000_000n, 99_999_999n, 123_456_780_000n]) {
    const most = maxWithdrawal(plan, available)
    if (most > 0n) expect(most + chargesFor(plan, most)).toBeLessThanOrEqual(available)
    expect(most + 10_000n + chargesFor(plan, most + 10_000n)).toBeGreaterThan(available)
  }
})

test('only a key of its own is paid; what does not look like one is refused in the words of cash-outs', async () => {
  const { withdraw } = await newShop()
  const reasonOf = async (key: object) => (await withdraw({ key })).body.error?.details.reason
  expect(await reasonOf({ type: 'CNPJ', value: '11444777000161' })).toBe('PixKeyOwnerMismatch')
  expect(await reasonOf({ type: 'EMAIL', value: 'nobody' })).toBe('PixKeyInvalid')
  expect(await reasonOf({ type: 'EMAIL', value: 'caixa@padaria.com.br' })).toBeUndefined()
})

test('a form sent five times at once asks once, and the log says so once', async () => {
  const { withdraw, merchantId } = await newShop()
  const owner = await newPortalPerson(trilho, { merchantId })
  const formKey = crypto.randomUUID()
  const asked = await Promise.all(times(5, () => withdraw({ formKey })))
  const id = asked[0]?.body.data.id
  expect(asked.map(({ body }) => body.data.id)).toEqual(times(5, () => id))
  const { items } = (await owner.get(`/merchants/${merchantId}/audit-log?act=withdrawal.make`)).body.data
  expect(items.map(({ subject }: { subject: string }) => subject)).toEqual([id])
})

test('all that can leave, sent again when the balance is another, is the same withdrawal', async () => {
  const { withdraw, decide, bruna } = await newShop()
  const form = { amount: undefined, formKey: crypto.randomUUID() }
  const { id } = (await withdraw(form)).body.data
  await decide(id, 'approve', bruna)
  expect((await withdraw(form)).body.data).toEqual({ id })
  expect((await withdraw({ ...form, amount: '30' })).body.error.details.reason).toBe('OrderIdConflict')
})

test('withdrawals and cash-outs count together against the limits of a day', async () => {
  const [first, second] = [await newShop(), await newShop()]
  for (const { merchantId } of [first, second])
    await setLimits(needs, {
      merchantId,
      cashOutLimit: 40_000_000n,
      cashOutDailyLimit: 50_000_000n,
      companyPaymentLimit: null,
      companyPaymentDailyLimit: null,
    })
  expect((await first.withdraw({ amount: '41' })).body.error.details.reason).toBe('LimitExceeded')
  const idOf = async (shop: typeof first): Promise<string> => (await shop.withdraw()).body.data.id
  await first.createCashOut({ amount: '25' })
  const late = await first.decide(await idOf(first), 'approve', first.bruna)
  expect(late.body.error.details.reason).toBe('LimitExceeded')
  expect((await second.decide(await idOf(second), 'approve', second.bruna)).status).toBe(200)
  expect((await second.requestCashOut({ amount: '25' })).body.error.details.reason).toBe('LimitExceeded')
  trilho.clock.aheadMs = 0
})

test('programs know nothing of withdrawals: not listed, not read, not cancelled, not approved, no invoices', async () => {
  const shop = await newShop()
  const { id } = (await shop.withdraw()).body.data
  const period = 'startDate=2020-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z'
  const { body } = await shop.get(`${requestsPath}?dataset.limit=5&dataset.offset=0&status=Pending&${period}`)
  expect(body.data).toMatchObject({ total: 0, items: [] })
  const answers = [
    await shop.get(`${requestsPath}/${id}`),
    await shop.put(`${requestsPath}/cancel/${id}`),
    await shop.put(`/sandbox/transaction-requests/approve/${id}`),
    await shop.get(`/documents?ownerType=Transaction&type=Invoice&owner=${id}`),
  ]
  for (const answer of answers)
    expect([answer.status, answer.body.error.details.reason]).toEqual([404, 'PaymentRequestNotFound'])
})

test('only owners and finance ask for it, of their own merchant', async () => {
  const shop = await newShop()
  const people = await everybody(trilho, shop.merchantId)
  await expectOnly(people, ['owner', 'finance'], person => shop.withdraw({}, person))
  await expectNotFoundByOutsiders(people, outsider => shop.withdraw({}, outsider))
})
