import { afterEach, expect, test, vi } from 'vitest'
import { readOldestWaiting } from '../src/money/bank-orders/health/read-backlog.ts'
import { bacenPix } from '../src/money/rails/bacen-pix/bacen-pix.ts'
import { bankDialects } from '../src/money/rails/bacen-pix/dialects.ts'
import { bankFor } from '../src/money/rails/choose-bank.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { reportBanks } from '../src/money/rails/connections.ts'
import type { Rails } from '../src/money/rails/rails.ts'
import { railsReader, readConnections } from '../src/money/rails/rails-of.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production beside banks that fail where the process that shows it, or chooses, does not call them. */
const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { efi, inter } = await bank.connectAll(needs)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

function pass(seconds: number) {
  trilho.clock.aheadMs += seconds * 1000
  laterMs += seconds * 1000
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  trilho.clock.aheadMs = 0
  laterMs += 3_600_000
})

const banksOf = (ids: string[]) => ({ chargeConnections: ids, payoutConnections: ids, initiationConnections: ids })
const shown = async (id: string) => (await readConnections(needs)).find(one => one.id === id)

test('a payout about which its bank answers with 429 only is waiting in the health, and an exception after the time of the schedule', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: efi })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const limited = { kind: 'too many requests', retryAfterSeconds: 3_600, times: 10_000 }
  await bank.control('POST', '/faults', { ...limited, partner: 'efi', method: 'GET', path: '/id-envio/' })
  pass(60)
  const since = needs.clock()
  await needs.bankOrders.stepAndWait()
  pass(1_800)
  expect((await readOldestWaiting(needs, needs.clock()))?.getTime()).toBeLessThan(since.getTime() + 60_000)
  for (let day = 0; day < 9; day++) {
    expect(await sql`select said from bank_exceptions where transaction_id = ${id}`).toEqual([])
    pass(86_400)
    await needs.bankOrders.stepAndWait()
  }
  const exceptions = await sql`select said->>'code' as code from bank_exceptions where transaction_id = ${id}`
  expect(exceptions).toEqual([{ code: 'noEnd' }])
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '44.000000'])
  expect(await readOldestWaiting(needs, needs.clock())).toBe(null)
})

test('a bank that gives the worker no answer is down in the overview of an API process, and its payouts go to the next bank', async () => {
  const chosen = async () => (await bankFor(needs, banksOf([efi, inter]), 'payouts')).connectionId
  const charged = async () => (await bankFor(needs, banksOf([efi, inter]), 'charges')).connectionId
  expect([(await shown(efi))?.isUp, await chosen()]).toEqual([true, efi])
  // Another process has circuits of its own.
  const railsOf = railsReader(needs, { efi: bacenPix(needs, bankDialects.efi) })
  const { payouts } = await railsOf(efi)
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', path: '/gn/pix', times: 100 })
  for (let call = 0; call < 6; call++)
    await payouts
      ?.findSent?.({ endToEndId: 'E1', bankOrderId: null, bankReference: null }, AbortSignal.timeout(5_000))
      .catch(() => {})
  expect((await railsOf(efi)).awayFor?.()).toEqual(['payoutReads'])
  await reportBanks({ ...needs, railsOf })
  expect([(await shown(efi))?.isUp, await chosen(), await charged()]).toEqual([false, inter, efi])
  const [away] = (await shown(efi))?.awayFor ?? []
  expect(away).toEqual({ kind: 'payoutReads', since: expect.any(Date) })
  pass(60)
  await reportBanks({ ...needs, railsOf })
  expect((await shown(efi))?.awayFor).toEqual([away])
  await bank.control('DELETE', '/faults')
  pass(200)
  await payouts
    ?.findSent?.({ endToEndId: 'E1', bankOrderId: null, bankReference: null }, AbortSignal.timeout(5_000))
    .catch(() => {})
  await reportBanks({ ...needs, railsOf })
  trilho.clock.aheadMs = 0
  expect([(await shown(efi))?.isUp, await chosen()]).toEqual([true, efi])
  expect((await shown(efi))?.awayFor).toEqual([])
}, 30_000)

test.each([
  ['its balance', '/gn/saldo', 'statements', (rails: Rails) => rails.readBalance?.()],
  ['initiations', '/v1/oauth/token', 'initiations', (rails: Rails) => rails.initiations?.listInstitutions()],
] as const)(
  'a bank that gives no answer about %s is shown so, and payouts stay with it',
  async (_about, path, kind, ask) => {
    const railsOf = railsReader(needs, { efi: bacenPix(needs, bankDialects.efi) })
    const rails = await railsOf(efi)
    await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', path, times: 100 })
    for (let call = 0; call < 6; call++) await ask(rails)?.catch(() => {})
    await reportBanks({ ...needs, railsOf })
    expect((await shown(efi))?.awayFor).toMatchObject([{ kind }])
    expect((await bankFor(needs, banksOf([efi, inter]), 'payouts')).connectionId).toBe(efi)
    pass(200)
    await reportBanks({ ...needs, railsOf: needs.railsOf })
  },
  30_000,
)

test('a bank that answers no payment initiations is shown so, and another initiates; its charges go on', async () => {
  await bank.control('POST', '/partners', { name: 'efi-2', dialect: 'efi' })
  const settings = await bank.settingsOf('efi-2', 'efi')
  const { id: second } = await connectBank(needs, { name: 'efi-2', dialect: 'efi', isDefault: false, settings })
  const chosen = async (product: 'initiations' | 'charges') =>
    (await bankFor(needs, banksOf([efi, second]), product)).connectionId
  expect([await chosen('initiations'), await chosen('charges')]).toEqual([efi, efi])
  const rails = await needs.railsOf(efi)
  await rails.initiations?.listInstitutions()
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', path: '/participantes', times: 100 })
  // The list is remembered for a while.
  laterMs += 86_400_000
  for (let call = 0; call < 6; call++) await rails.initiations?.listInstitutions().catch(() => {})
  expect(rails.awayFor?.()).toEqual(['initiations'])
  expect((await shown(efi))?.isUp).toBe(false)
  expect([await chosen('initiations'), await chosen('charges')]).toEqual([second, efi])
}, 30_000)
