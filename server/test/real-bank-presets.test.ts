import { expect, test } from 'vitest'
import { dialectNames, presets } from '../src/money/rails/bacen-pix/presets.ts'
import type { BankSettings } from '../src/money/rails/bacen-pix/settings.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { findConnection } from '../src/money/rails/connections.ts'
import { rotateCredentials } from '../src/money/rails/rotate-credentials.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { bacenPix } from '../src/money/rails/bacen-pix/bacen-pix.ts'
import { bankDialects } from '../src/money/rails/bacen-pix/dialects.ts'
import { railsReader } from '../src/money/rails/rails-of.ts'
import { approveRequest } from '../src/products/company-payments/requests/decide-request.ts'
import { apiClient } from './kit/api-client.ts'
import { runnerWith } from './kit/test-bank.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(production, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const webhook = { url: 'https://hooks.example.invalid/hook' }

async function pay(dialect: string, id: string) {
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', `/charges/${dialect}/${charge?.externalId}/pay`, {})
}

test.each(dialectNames)('%s connects, is paid, refunds and reconciles', async dialect => {
  const settings = await bank.settingsOf(dialect)
  const { id: connectionId } = await connectBank(needs, { name: dialect, dialect, isDefault: false, settings })
  const rails = await needs.railsOf(connectionId)
  expect((await rails.check()).filter(({ isFine }) => !isFine)).toEqual([])
  await untilDone(() => ensureCallbackUrls(needs))
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId })

  // Paid and reported by callback.
  const reported = await api.createCashIn({ amount: '10.50', webhook })
  expect((await api.read(reported)).body.data.payment.qrCode).toMatch(/^000201/)
  await pay(dialect, reported)
  const stateNow = async () => {
    await processCallbacks(needs)
    return api.stateOf(reported)
  }
  await expect.poll(stateNow).toBe('Completed')

  // Paid without a callback: found by the sweep.
  const silent = await api.createCashIn({ amount: '4', webhook })
  await bank.control('POST', '/callback-faults', { kind: 'drop' })
  await pay(dialect, silent)
  trilho.clock.aheadMs = 61_000
  await untilDone(() => sweepPayments(needs))
  trilho.clock.aheadMs = 0
  expect(await api.stateOf(silent)).toBe('Completed')

  // Refunded in part, and a charge that nobody pays is cancelled.
  expect((await api.refund(reported, { amount: '2.50' })).status).toBe(201)
  const refunds = async () => {
    await needs.bankOrders.stepAndWait()
    return (await api.get(`/accounts/transactions/pix/${reported}/refunds`)).body.data.items
  }
  await expect.poll(refunds).toMatchObject([{ amount: '2.500000', state: 'Completed' }])
  const unpaid = await api.createCashIn({ amount: '1', webhook })
  expect((await api.put(`/accounts/transactions/pix/${unpaid}/cancel`)).status).toBeLessThan(300)
  await needs.bankOrders.stepAndWait()
  await expect.poll(() => api.stateOf(unpaid)).toBe('Canceled')

  const day = await reconcileDay(needs, { connectionId, day: dayOf(new Date()) })
  expect(day).toMatchObject({ state: 'Clean', differences: 0, receivedCount: 2, returnedCount: 1 })
  expect(await api.availableBalance()).toBe('12.000000')
  expect(await auditBooks(needs)).toEqual([])
})

const named = async (name: string) => (await findConnection(needs, name))!

test.each(dialectNames.filter(name => presets[name].reportsStaticIds))(
  'a static code at %s is credited by the sweep',
  async dialect => {
    const api = await trilho.newMerchant()
    await assignConnection(needs, { merchantId: api.merchantId, connectionId: (await named(dialect)).id })
    const { qrCode } = (await api.post('/static-qrs', { title: 'Balcão' })).body.data
    await bank.control('POST', '/codes/pay', { code: qrCode, amount: '8.00' })
    await sql`update bank_connections set next_sweep_at = now()`
    trilho.clock.aheadMs = 61_000
    await untilDone(() => sweepPayments(needs))
    trilho.clock.aheadMs = 0
    expect(await api.availableBalance()).toBe('8.000000')
  },
)

test.each(dialectNames)('%s takes new credentials in place', async dialect => {
  await bank.renew(dialect)
  const connection = await named(dialect)
  const failing = async () => {
    const rails = await needs.railsOf(connection.id, undefined, { evenPaused: true })
    return (await rails.check()).filter(({ isFine }) => !isFine).length
  }
  expect(await failing()).toBeGreaterThan(0)
  const { clientId, clientSecret, applicationKey, certificates } = await bank.settingsOf(dialect)
  const [certificate] = certificates
  const more = applicationKey ? { applicationKey } : {}
  await rotateCredentials(needs, connection, { clientId, clientSecret, certificate: certificate!, ...more })
  expect(await failing()).toBe(0)
})

test('at Sicoob a key is looked up once for a payout, and again for the next one', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const [sicoob] = await sql<{ id: string }[]>`select id from bank_connections where name = 'sicoob'`
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: sicoob?.id ?? null })
  const joao = {
    recipient: { name: 'João Pereira', cpf: '11144477735' },
    key: { type: 'EMAIL', value: 'joao@mail.test' },
  }
  const ids = [
    await api.createCashOut({ amount: '2', webhook, ...joao }),
    await api.createCashOut({ amount: '2', webhook, ...joao }),
  ]
  for (const id of ids)
    await expect
      .poll(async () => {
        await needs.bankOrders.stepAndWait()
        trilho.clock.aheadMs += 10_000
        return api.stateOf(id)
      })
      .toBe('Completed')
  trilho.clock.aheadMs = 0
  const calls: { partner: string; method: string; path: string }[] = await bank.control('GET', '/calls')
  const ofSicoob = calls.filter(({ partner, method }) => partner === 'sicoob' && method === 'POST')
  expect(ofSicoob.filter(({ path }) => path.endsWith('/pagamentos'))).toHaveLength(2)
  expect(ofSicoob.filter(({ path }) => path.endsWith('/confirmacao'))).toHaveLength(2)
})

const lookUps = async () => {
  const calls: { partner: string; path: string; status: number }[] = await bank.control('GET', '/calls')
  const ofSicoob = calls.filter(({ partner, status }) => partner === 'sicoob' && status === 200)
  return ofSicoob.filter(({ path }) => path.endsWith('/pagamentos')).length
}
const eachSentOnce = async () => {
  const payouts = (await bank.control('GET', '/payouts?all')) as { partner: string; endToEndId: string }[]
  const sent = payouts.filter(({ partner }) => partner === 'sicoob').map(({ endToEndId }) => endToEndId)
  return new Set(sent).size === sent.length
}
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

test('at Sicoob a key is looked up once for a payout, whichever process sends it and when; again half a day later, or if the bank takes the look-up no more', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: (await named('sicoob')).id })
  const before = await lookUps()
  // Another process has its own client of the bank, and knows nothing of the look-ups of this one.
  const railsOf = railsReader(needs, { sicoob: bacenPix(needs, bankDialects.sicoob) })
  const { stepAndWait } = runnerWith({ ...needs, railsOf }, {})
  const soon = await api.createCashOut({ amount: '2', webhook, ...joao })
  await stepAndWait()
  expect((await lookUps()) - before).toBe(1)
  const later = await api.createCashOut({ amount: '2', webhook, ...joao })
  trilho.clock.aheadMs += 600_000
  await stepAndWait()
  expect((await lookUps()) - before).toBe(2)
  const refused = await api.createCashOut({ amount: '2', webhook, ...joao })
  const old = { kind: 'refusal', partner: 'sicoob', path: '/confirmacao', status: 400, text: 'Consulta expirada' }
  await bank.control('POST', '/faults', old)
  await stepAndWait()
  expect((await lookUps()) - before).toBe(4)
  const tomorrow = await api.createCashOut({ amount: '2', webhook, ...joao })
  trilho.clock.aheadMs += 13 * 3_600_000
  await stepAndWait()
  expect((await lookUps()) - before).toBe(6)
  trilho.clock.aheadMs += 600_000
  await stepAndWait()
  for (const id of [soon, later, refused, tomorrow]) expect(await api.stateOf(id)).toBe('Completed')
  expect(await eachSentOnce()).toBe(true)
  trilho.clock.aheadMs = 0
})

test('at Sicoob a payout uses the look-up of its check, whichever process makes it; others under the same check have their own', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: (await named('sicoob')).id })
  const other = (await trilho.startServer()).url
  const elsewhere = await apiClient(other, { accessKey: api.accessKey, secret: api.secret })
  const payment = { value: '2', ...joao }
  const before = await lookUps()
  const { token } = (await api.post('/accounts/pix/cashout/check', { payment })).body.data
  const ids: string[] = []
  for (const orderId of ['first', 'second']) {
    const body = { payment: { ...payment, checkToken: token }, transaction: { orderId }, webhook }
    ids.push((await elsewhere.post('/accounts/pix/cashout', body)).body.data.transaction.id)
  }
  const railsOf = railsReader(needs, { sicoob: bacenPix(needs, bankDialects.sicoob) })
  const { stepAndWait } = runnerWith({ ...needs, railsOf }, {})
  const statesLater = async () => {
    await stepAndWait()
    trilho.clock.aheadMs += 10_000
    return Promise.all(ids.map(api.stateOf))
  }
  await expect.poll(statesLater).toEqual(['Completed', 'Completed'])
  expect((await lookUps()) - before).toBe(2)
  expect(await eachSentOnce()).toBe(true)
  trilho.clock.aheadMs = 0
})

test('a charge at Bradesco is made at /cob-emv, which answers with `emv`, and read and cancelled at /cob', async () => {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: (await named('bradesco')).id })
  const id = await api.createCashIn({ amount: '6', webhook })
  const [charge] = await sql<{ externalId: string; qrCode: string }[]>`
    select external_id, qr_code from transactions where id = ${id}`
  const { code } = await bank.control('GET', '/charges').then(charges => charges[0])
  expect(charge?.qrCode).toBe(code)
  await api.put(`/accounts/transactions/pix/${id}/cancel`)
  await needs.bankOrders.stepAndWait()
  await expect.poll(() => api.stateOf(id)).toBe('Canceled')
  const calls: { method: string; path: string }[] = await bank.control('GET', '/calls')
  const ofCharge = calls.filter(({ path }) => path.endsWith(`/${charge?.externalId}`))
  expect(ofCharge.map(({ method, path }) => `${method} ${path.split('/').at(-2)}`).toReversed()).toEqual([
    'PUT cob-emv',
    'PATCH cob',
  ])
})

/** What fails at a bank that is called in another way than its own. */
async function faultsOf(dialect: 'bb' | 'itau' | 'santander' | 'sicredi' | 'bradesco', changes: Partial<BankSettings>) {
  const settings = { ...(await bank.settingsOf(dialect)), ...changes }
  await sql`delete from bank_connections where name = 'other'`
  await sql`update bank_connections set pix_key = null where name = ${dialect}`
  const { id } = await connectBank(needs, { name: 'other', dialect, isDefault: false, settings })
  return (await (await needs.railsOf(id)).check()).filter(({ isFine }) => !isFine).map(({ came }) => came)
}

test.each([
  ['bb', 'another application key', { applicationKey: 'wrong' }, /gw-dev-app-key/],
  ['itau', 'no correlation id', { headers: { 'x-correlationID': '' } }, /x-correlationID/],
  ['santander', 'the grant in the body', { tokenStyle: 'form' }, /unsupported_grant_type/],
  ['bradesco', 'the secret in the body', { tokenStyle: 'form' }, /invalid_client/],
  ['bradesco', 'a charge made at /cob', { paths: { createCharge: '/cob' } }, /PUT \/v2\/cob\/0+ não existe/],
  ['sicredi', 'one version for all', { paths: { charge: '/v2/cob' } }, /404/],
] as const)('the simulated bank is strict: %s refuses %s', async (dialect, _what, changes, refusal) => {
  expect(await faultsOf(dialect, changes)).toContainEqual(expect.stringMatching(refusal))
})

test('at Sicoob a key is looked up once for a payout that several people approve, and once more if they take half a day', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const { merchantId } = api
  await assignConnection(needs, { merchantId, connectionId: (await named('sicoob')).id })
  await sql`update merchants set api_payout_approval_above = 0, approvers_needed = 2 where id = ${merchantId}`
  await expect.poll(async () => (await needs.readMerchant(merchantId)).apiPayoutApprovalAbove).toBe(0n)
  const approveBy = async (id: string, name: string) => {
    const [row] = await sql<{ id: string }[]>`select id from payment_requests where transaction_id = ${id}`
    const by = { id: name, name, realm: 'Partner' } as const
    await approveRequest(needs, { merchantId, requestId: row?.id ?? '', by, comment: null })
  }
  const { passTime } = sharedTime(trilho, bank)
  for (const [laterSeconds, expected] of [
    [3_600, 1],
    [13 * 3_600, 2],
  ] as const) {
    const before = await lookUps()
    const id = await api.createCashOut({ amount: '2', webhook, ...joao })
    await passTime(laterSeconds)
    await approveBy(id, 'Ana')
    await approveBy(id, 'Bruno')
    await untilDone(() => needs.bankOrders.stepAndWait())
    await passTime(60)
    await needs.bankOrders.stepAndWait()
    expect([await api.stateOf(id), (await lookUps()) - before]).toEqual(['Completed', expected])
  }
  expect(await eachSentOnce()).toBe(true)
})
