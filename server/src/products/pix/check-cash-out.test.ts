import { expect, test } from 'vitest'
import { apiClient, cashOutBody } from '../../../test/kit/api-client.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { withOther } from '../../../test/kit/with-other.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { setLimits } from '../../tenancy/merchants/set-terms.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant({ balance: '100' })

type Merchant = typeof api
/** The same merchant at a server that knows its settings as they are now. */
const knowing = async ({ accessKey, secret }: Merchant) =>
  (await apiClient((await trilho.startServer()).url, { accessKey, secret })) as Merchant

type Payment = Record<string, unknown>

const paymentOf = (change: Payment = {}) => ({ ...cashOutBody().payment, value: '10.50', ...change })
const check = (change?: Payment, merchant: Merchant = api) =>
  merchant.post('/accounts/pix/cashout/check', { payment: paymentOf(change) })
const tokenOf = async (change?: Payment): Promise<string> => (await check(change)).body.data.token
const pay = (checkToken: string, change?: Payment, merchant: Merchant = api) =>
  merchant.post('/accounts/pix/cashout', { ...cashOutBody(), payment: { ...paymentOf(change), checkToken } })
const reasonOf = async (answer: ReturnType<typeof pay>) => (await answer).body.error.details.reason

test('a check shows key, owner, charges, limits and the balance after it, and writes nothing', async () => {
  const { status, body } = await check({
    key: { type: 'CPF', value: '529.982.247-25' },
    recipient: { name: 'Maria', cpf: cpf.maria },
  })
  expect(status).toBe(200)
  expect(body.data).toStrictEqual({
    refusal: null,
    key: { type: 'CPF', value: '52998224725' },
    owner: { name: 'Titular d. T.', taxNumber: '***.982.247-**' },
    amount: '10.500000',
    charges: expect.stringMatching(/^\d\.\d{6}$/),
    balance: { available: '100.000000', after: expect.stringMatching(/^89\.\d{6}$/) },
    limits: { perPayment: null, perDay: null, sentToday: null },
    token: expect.any(String),
    expiresAt: expect.any(String),
  })
  expect(await api.balance()).toMatchObject({ available: '100.000000', held: '0.000000' })
})

test('with its token the payout is the very one that was checked', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const { token, balance } = (await check({}, merchant)).body.data
  expect((await pay(token, {}, merchant)).status).toBe(201)
  expect(await merchant.balance()).toMatchObject({ available: balance.after })
})

test('sent again with neither order id nor key, it is answered with the first one and pays nothing more', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const { token, balance } = (await check({}, merchant)).body.data
  const answers = await Promise.all([pay(token, {}, merchant), pay(token, {}, merchant)])
  trilho.clock.aheadMs += 5 * 60_000
  answers.push(await pay(token, {}, merchant))
  trilho.clock.aheadMs -= 5 * 60_000
  expect(new Set(answers.map(({ body }) => body.data.transaction.id)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
  expect(await merchant.balance()).toMatchObject({ available: balance.after })
  expect(await reasonOf(pay(token, { value: '10.51' }, merchant))).toBe('OrderIdConflict')
})

test.each([
  ['amount', { value: '10.51' }],
  ['recipient', { recipient: { name: 'João', cpf: cpf.maria } }],
  ['name', { recipient: { name: 'Outro João', cpf: cpf.joao } }],
  ['key', { key: { type: 'EMAIL', value: 'outro@example.com' } }],
])('a payout with another %s than was checked is refused', async (_what, change) => {
  expect(await reasonOf(pay(await tokenOf(), change))).toBe('CheckMismatch')
})

test("another merchant's check, an altered one and a made-up one are refused", async () => {
  const token = await tokenOf()
  const other = await trilho.newMerchant({ balance: '100' })
  expect(await reasonOf(pay(token, {}, other))).toBe('CheckMismatch')
  expect(await reasonOf(pay(withOther(token, 0)))).toBe('CheckMismatch')
  expect(await reasonOf(pay('token'))).toBe('CheckMismatch')
})

test('a check is good for five minutes; an order that was accepted is answered again after them', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const body = (checkToken: string) => ({ ...cashOutBody(), payment: { ...paymentOf(), checkToken } })
  const { token } = (await check({}, merchant)).body.data
  const order = { ...body(token), transaction: { orderId: 'checked' } }
  const first = await merchant.post('/accounts/pix/cashout', order)
  trilho.clock.aheadMs += 5 * 60_000
  try {
    expect(await reasonOf(merchant.post('/accounts/pix/cashout', body(token)))).toBe('CheckExpired')
    const again = await merchant.post('/accounts/pix/cashout', order)
    expect(again.body.data.transaction.id).toBe(first.body.data.transaction.id)
  } finally {
    trilho.clock.aheadMs -= 5 * 60_000
  }
})

test('a check is over when the charges change', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  const { token } = (await check({}, merchant)).body.data
  await trilho.sql`update merchants set charge_fixed = charge_fixed + 10000 where id = ${merchant.merchantId}`
  const elsewhere = await knowing(merchant)
  expect(await reasonOf(pay(token, {}, elsewhere))).toBe('CheckExpired')
})

test.each([
  [
    'PixKeyNotFound',
    { recipient: { name: 'João', cpf: '90000000337' }, key: { type: 'EMAIL', value: 'a@example.com' } },
  ],
  [
    'PixKeyOwnerMismatch',
    {
      recipient: { name: 'João', cpf: '90000000418' },
      key: { type: 'EMAIL', value: 'a@example.com' },
    },
  ],
  ['InsufficientBalance', { value: '100.01' }],
])('what would be refused with %s is shown, and has no token', async (reason, change) => {
  const { status, body } = await check(change)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ refusal: { reason }, token: null, expiresAt: null })
})

test('limits are shown with what was sent today, and what exceeds them', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  await setLimits(trilho.needs, {
    merchantId: merchant.merchantId,
    cashOutLimit: parseAmount('50'),
    cashOutDailyLimit: parseAmount('30'),
    companyPaymentLimit: null,
    companyPaymentDailyLimit: null,
  })
  const limited = await knowing(merchant)
  await limited.createCashOut({ amount: '20' })
  expect((await check({}, limited)).body.data).toMatchObject({
    refusal: { reason: 'LimitExceeded' },
    limits: { perPayment: '50.000000', perDay: '30.000000', sentToday: '20.000000' },
  })
})

test.each([
  ['PixKeyInvalid', { key: { type: 'EMAIL', value: 'maria' } }],
  ['PixKeyTypeNotAllowed', { key: { value: 'maria@example.com' } }],
  ['CounterpartyTaxNumberInvalid', { recipient: { name: 'João', cpf: '111.111.111-11' } }],
])('what cannot be a payout at all is refused with %s', async (reason, change) => {
  const { status, body } = await check(change)
  expect(status).toBe(409)
  expect(body.error.details.reason).toBe(reason)
})
