import { expect, test } from 'vitest'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { reconcileDay } from '../src/operations/reconciliation/reconcile-day.ts'
import { volumeSummer } from '../src/operations/volumes/sum-up-volumes.ts'
import { dayOf } from '../src/platform/brazil/sao-paulo.ts'
import { platformId } from '../src/platform/lib/platform-id.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with several accounts of the platform, at two banks. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { efi, sicoob } = await bank.connectAll(needs)
const { passTime, sweep } = sharedTime(trilho, bank)

async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    await passTime(60)
    await sweep()
  }
}

/** Money of a merchant at a bank. */
async function fund(connectionId: string, partner: string) {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId })
  const id = await api.createCashIn({ amount: '50', webhook: { url: 'https://hooks.example.invalid/hook' } })
  const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', `/charges/${partner}/${charge?.externalId}/pay`, {})
  await settle()
  await volumeSummer(needs)()
}

test('a transfer between own accounts arrives at the key it was sent to, although the bank names no key and another connection lists it first', async () => {
  await fund(sicoob, 'sicoob')
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const pixKey = 'second@efi.test'
  const owner = { name: 'Trilho', taxId: '11222333000181' }
  await bank.control('PUT', `/keys/${pixKey}`, { ...owner, partner: 'efi' })
  await bank.control('PUT', '/keys/pix@sicoob.test', { ...owner, partner: 'sicoob' })
  const second = { ...(await bank.settingsOf('efi')), pixKey }
  const { id: toId } = await connectBank(needs, { name: 'efi 2', dialect: 'efi', isDefault: false, settings: second })
  await bank.control('PUT', '/partners/efi/switches', { pixHides: ['chave'] })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const form = { toId, amount: '9', formKey: crypto.randomUUID() }
  expect((await operator.send('POST', `/operator/bank-connections/${sicoob}/transfers`, form)).status).toBe(201)
  await needs.bankOrders.stepAndWait()
  // The connection that it was sent to lists nothing: only the other one of the account does.
  await pauseConnection(needs, toId, needs.clock())
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  const payouts = (await bank.control('GET', '/payouts')) as { endToEndId: string; state: string }[]
  const sent = payouts.find(({ state }) => state === 'Processing')
  await bank.control('POST', `/payouts/${sent?.endToEndId}/complete`, {})
  await settle()
  await settle()
  const booked = await sql`
    select operation, state, connection_id from transactions
     where merchant_id = ${platformId} and end_to_end_id = ${sent?.endToEndId ?? ''} order by operation`
  expect(booked).toEqual([
    { operation: 'pixCashIn', state: 'Completed', connectionId: toId },
    { operation: 'pixCashOut', state: 'Completed', connectionId: sicoob },
  ])
  await bank.control('PUT', '/partners/efi/switches', { pixHides: [] })
  expect(await auditBooks(needs)).toEqual([])
})

test('a transfer that the receiving bank lists before the sending bank names it is an exception until it is booked', async () => {
  await fund(sicoob, 'sicoob')
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const owner = { name: 'Trilho', taxId: '11222333000181' }
  await bank.control('PUT', '/keys/pix@efi.test', { ...owner, partner: 'efi' })
  await bank.control('PUT', '/keys/pix@sicoob.test', { ...owner, partner: 'sicoob' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const form = { toId: efi, amount: '8', formKey: crypto.randomUUID() }
  expect((await operator.send('POST', `/operator/bank-connections/${sicoob}/transfers`, form)).status).toBe(201)
  await needs.bankOrders.stepAndWait()
  const payouts = (await bank.control('GET', '/payouts')) as { endToEndId: string; state: string }[]
  const { endToEndId = '' } = payouts.find(({ state }) => state === 'Processing') ?? {}
  await bank.control('POST', `/payouts/${endToEndId}/complete`, {})
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  const openOnes = () => sql`
    select subject from bank_exceptions where end_to_end_id = ${endToEndId} and state = 'Open'`
  await reconcileDay(needs, { connectionId: efi, day: dayOf(needs.clock()) })
  expect(await openOnes()).toEqual([{ subject: 'reconciliation paymentNotBooked' }])
  await settle()
  expect(await sql`select 1 as one from received_payments where end_to_end_id = ${endToEndId}`).toHaveLength(1)
  expect(await openOnes()).toEqual([])
})

test('a transfer between own accounts goes to a random key, and from one', async () => {
  await fund(sicoob, 'sicoob')
  const owner = { name: 'Trilho', taxId: '11222333000181' }
  const [from, to] = ['0f1e2d3c-4b5a-4678-9abc-def012345678', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'] as const
  await bank.control('PUT', `/keys/${to}`, { ...owner, partner: 'efi' })
  for (const key of [from, 'pix@sicoob.test'])
    await bank.control('PUT', `/keys/${key}`, { ...owner, partner: 'sicoob' })
  const connect = async (dialect: 'efi' | 'sicoob', pixKey: string) => {
    const settings = { ...(await bank.settingsOf(dialect)), pixKey }
    return (await connectBank(needs, { name: `random at ${dialect}`, dialect, isDefault: false, settings })).id
  }
  const [fromId, toId] = [await connect('sicoob', from), await connect('efi', to.toUpperCase())]
  await fund(fromId, 'sicoob')
  const operator = await newPortalPerson(trilho, { isOperator: true })
  for (const id of [sicoob, fromId]) {
    const form = { toId, amount: '7', formKey: crypto.randomUUID() }
    expect((await operator.send('POST', `/operator/bank-connections/${id}/transfers`, form)).status).toBe(201)
  }
  await settle()
  await settle()
  const arrived = { operation: 'pixCashIn', state: 'Completed', amount: 7_000_000n }
  expect(
    await sql`select operation, state, amount from transactions where merchant_id = ${platformId} and connection_id = ${toId}`,
  ).toEqual([arrived, arrived])
  expect(await auditBooks(needs)).toEqual([])
})

test('while the bank that sends does not answer whose the keys are, a transfer between own accounts is not made', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const at = { partner: 'sicoob', method: 'POST', path: '/pagamentos', times: 4 }
  const transfer = () =>
    operator.send('POST', `/operator/bank-connections/${sicoob}/transfers`, {
      toId: efi,
      amount: '1',
      formKey: crypto.randomUUID(),
    })
  const before = await sql`select id from transactions where merchant_id = ${platformId}`
  await bank.control('POST', '/faults', { kind: 'refusal', status: 400, text: 'Consulta indisponível', ...at })
  expect((await transfer()).status).toBe(503)
  await bank.control('DELETE', '/faults')
  await bank.control('POST', '/faults', { kind: 'fields changed', values: { identificador: null }, ...at })
  expect((await transfer()).status).toBe(400)
  await bank.control('DELETE', '/faults')
  expect(await sql`select id from transactions where merchant_id = ${platformId}`).toEqual(before)
})
