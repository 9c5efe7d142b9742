import { afterEach, expect, test } from 'vitest'
import { resumeBank } from '../src/money/bank-orders/place-orders.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call } from './kit/api-client.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with banks that spell end-to-end ids in capitals at times, and take their own spelling only. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime, stayOnDay, sweep } = sharedTime(trilho, bank)
const connections = await bank.connectAll(needs)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
})

async function merchantAt(dialect: keyof typeof connections) {
  const api = await trilho.newMerchant({ balance: '50' })
  const connectionId = connections[dialect]
  await assignConnection(needs, { merchantId: api.merchantId, connectionId, allowsUnknownKeyOwner: true })
  return api
}

async function settle() {
  for (let round = 0; round < 4; round++) {
    await needs.bankOrders.stepAndWait()
    await passTime(60)
  }
}

const capitals = (where: object) =>
  bank.control('POST', '/faults', { kind: 'capitals', fields: ['endToEndId'], times: 1_000, ...where })
const orderOf = async (transactionId: string) =>
  (
    await sql<{ bankReference: string; nextStepAt: Date }[]>`
    select bank_reference, next_step_at from bank_orders where transaction_id = ${transactionId}`
  )[0]

test.each([
  ['efi', '/enviados?'],
  ['inter', '/extrato'],
] as const)('a payout that %s lists in capitals is the one of the books, and no difference', async (partner, path) => {
  await stayOnDay(600)
  const api = await merchantAt(partner)
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  await settle()
  expect(await api.stateOf(id)).toBe('Completed')
  await capitals({ partner, path })
  const connectionId = connections[partner]
  const { details, sentCount } = await reconcileDay(needs, { connectionId, day: dayOf(needs.clock()) })
  expect({ details, sentCount }).toEqual({ details: [], sentCount: 1 })
})

test('a callback that names a payout of Sicoob in capitals wakes its order, and later finds the payout', async () => {
  const api = await merchantAt('sicoob')
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  for (let round = 0; round < 6; round++) await settle()
  const { bankReference = '', nextStepAt } = (await orderOf(id)) ?? {}
  expect(nextStepAt?.getTime()).toBeGreaterThan(needs.clock().getTime())
  const [connection] = await sql<{ callbackToken: string }[]>`
    select callback_token from bank_connections where id = ${connections.sicoob}`
  const notify = async () => {
    await call(`${trilho.url}/bank-notices/${connection?.callbackToken}/lancamento`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { id: bankReference.toUpperCase(), estado: 'FINALIZADO_SUCESSO' } }),
    })
    await untilDone(() => processCallbacks(needs))
  }
  await notify()
  expect((await orderOf(id))?.nextStepAt.getTime()).toBeLessThanOrEqual(needs.clock().getTime())
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  await bank.control('POST', `/payouts/${bankReference}/complete`)
  await settle()
  expect(await api.stateOf(id)).toBe('Completed')
  // Asked about under its own spelling: under the other it would be a payout that the books do not know.
  await notify()
  const calls: { path: string }[] = await bank.control('GET', '/calls')
  expect(calls.filter(({ path }) => path.endsWith(bankReference.toUpperCase()))).toEqual([])
})

test('a payment that was first listed in capitals is refunded under the spelling that its bank takes', async () => {
  const api = await merchantAt('efi')
  const id = await api.createCashIn({ amount: '10', webhook })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await capitals({ partner: 'efi', path: '/v2/pix?' })
  await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
  await sweep()
  expect(await api.stateOf(id)).toBe('Completed')
  await bank.control('DELETE', '/faults')
  await sweep()
  expect((await api.refund(id)).status).toBe(201)
  await settle()
  const { items } = (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data
  expect(items).toMatchObject([{ state: 'Completed' }])
  expect(await auditBooks(needs)).toEqual([])
})

test('orders that wait long for a bank go on at once when it is resumed after a pause', async () => {
  const api = await merchantAt('efi')
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  for (let round = 0; round < 6; round++) await settle()
  const isDue = async () => ((await orderOf(id))?.nextStepAt.getTime() ?? 0) <= needs.clock().getTime()
  expect(await isDue()).toBe(false)
  await pauseConnection(needs, connections.efi, needs.clock())
  await resumeBank(needs, connections.efi)
  expect(await isDue()).toBe(true)
})

test('unmatched money that was first listed in capitals and returned at the bank itself is asked about under the spelling that the bank takes', async () => {
  await capitals({ partner: 'efi', path: '/v2/pix?' })
  await bank.control('POST', '/callback-faults', { kind: 'drop', times: 9 })
  await bank.control('POST', '/keys/pix@efi.test/pay', { amount: '8.00' })
  const all = (await bank.control('GET', '/pix?all')) as { endToEndId: string; amount: string | number }[]
  const endToEndId = all.find(({ amount }) => Number(amount) === 8 || Number(amount) === 800)?.endToEndId ?? ''
  await sweep()
  await bank.control('DELETE', '/faults')
  await sweep()
  const [found] = await sql<{ id: string; merchantId: string }[]>`
    select e.id, e.merchant_id from bank_exceptions e join transactions t on t.id = e.transaction_id
     where t.end_to_end_id = ${endToEndId.toUpperCase()} and e.state = 'Open'`
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const path = `/operator/merchants/${found?.merchantId}/exceptions/${found?.id}`
  await bank.control('POST', '/callback-faults', { kind: 'drop', times: 9 })
  await bank.control('POST', `/pix/${endToEndId}/force-return`, {})
  const { status, body } = await operator.send('POST', `${path}/ask`, {})
  expect([status, body.data?.bankAnswer?.state ?? body]).toEqual([200, 'returned'])
})
