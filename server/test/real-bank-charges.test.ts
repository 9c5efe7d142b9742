import { afterEach, expect, test, vi } from 'vitest'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'

/** Production with a bank in a separate process: charges that end, also while its connection is paused. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)

let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

const dialects = ['efi', 'standard', 'inter', 'sicoob'] as const
type Dialect = (typeof dialects)[number]
const webhook = { url: 'https://hooks.example.invalid/hook' }

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  trilho.clock.aheadMs = 0
})

/** A merchant at a bank. Servers cache a merchant's settings: this one has not been read yet. */
async function merchantAt(dialect: Dialect) {
  const api = await trilho.newMerchant()
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: connections[dialect] })
  return api
}

async function pay(dialect: Dialect, id: string, how: object = {}) {
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
  await bank.control('POST', `/charges/${dialect}/${row?.externalId}/pay`, how)
}

const setPaused = async (dialect: Dialect, pausedAt: Date | null) => {
  await pauseConnection(needs, connections[dialect], pausedAt)
  // Longer than a server remembers connections.
  laterMs += 5_000
}
const pause = (dialect: Dialect) => setPaused(dialect, needs.clock())
const resume = (dialect: Dialect) => setPaused(dialect, null)

async function settle() {
  for (let round = 0; round < 4; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    trilho.clock.aheadMs += 3_600_000
    while ((await sweepPayments(needs)) > 0);
  }
}

test.each(dialects)(
  'while %s is paused no charge of it ends; what was paid there in time is credited afterwards, the rest cancelled',
  async dialect => {
    const api = await merchantAt(dialect)
    const charge = () => api.createCashIn({ amount: '6', webhook, expiresIn: 60 })
    const [paid, unpaid] = [await charge(), await charge()]
    await pause(dialect)
    await pay(dialect, paid)
    trilho.clock.aheadMs = 120_000
    await expireCharges(needs)
    await settle()
    expect([await api.stateOf(paid), await api.stateOf(unpaid)]).toEqual(['Registered', 'Registered'])
    await resume(dialect)
    await settle()
    expect([await api.stateOf(paid), await api.stateOf(unpaid)]).toEqual(['Completed', 'Canceled'])
    expect(await api.availableBalance()).toBe('6.000000')
    expect(await sql`select from unmatched_payments where merchant_id = ${api.merchantId}`).toHaveLength(0)
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a charge that its merchant cancels while the bank is paused is cancelled there afterwards, or paid', async () => {
  const api = await merchantAt('efi')
  const [paid, unpaid] = [
    await api.createCashIn({ amount: '6', webhook }),
    await api.createCashIn({ amount: '6', webhook }),
  ]
  await pause('efi')
  await pay('efi', paid)
  for (const id of [paid, unpaid]) {
    const answer = await api.put(`/accounts/transactions/pix/${id}/cancel`)
    expect([answer.status, answer.body.data.transactionState]).toEqual([200, 'Registered'])
  }
  await resume('efi')
  await settle()
  expect([await api.stateOf(paid), await api.stateOf(unpaid)]).toEqual(['Completed', 'Canceled'])
  expect(await api.availableBalance()).toBe('6.000000')
})

test('a payment made in time for a charge that was cancelled here without its bank is not returned: a person decides', async () => {
  const api = await merchantAt('efi')
  const id = await api.createCashIn({ amount: '7', webhook })
  await pay('efi', id)
  trilho.clock.aheadMs = 1_000
  await needs.door.apply({ merchantId: api.merchantId, id, event: { kind: 'cancelled' } })
  const kept = async () => {
    await processCallbacks(needs)
    return sql`
      with links as materialized (select * from unmatched_payments where transaction_id = ${id})
      select t.state, e.said, e.state as exception from links s
        join transactions t on t.id = s.unmatched_id left join bank_exceptions e on e.transaction_id = t.id`
  }
  const open = [{ state: 'Completed', said: { code: 'paidInTime', value: null }, exception: 'Open' }]
  await expect.poll(kept).toEqual(open)
  await settle()
  expect(await kept()).toEqual(open)
  expect(await sql`select from bank_orders where kind = 'return'`).toHaveLength(0)
  expect(await auditBooks(needs)).toEqual([])
})

test.each(dialects)(
  'a payment that %s received after the end of a charge is returned, and not credited when the bank reports it again',
  async dialect => {
    const api = await merchantAt(dialect)
    const id = await api.createCashIn({ amount: '8', webhook, expiresIn: 60 })
    trilho.clock.aheadMs = 70_000
    await bank.control('POST', '/clock/advance', { seconds: 70 })
    await pay(dialect, id, { late: true })
    const unmatched = async () => {
      await processCallbacks(needs)
      return sql`
        with links as materialized (select * from unmatched_payments where transaction_id = ${id})
        select l.reason, t.state from links l join transactions t on t.id = l.unmatched_id`
    }
    await expect.poll(unmatched).toEqual([{ reason: 'AfterEnd', state: 'Completed' }])
    await expireCharges(needs)
    await settle()
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Canceled', '0.000000'])
    expect(await unmatched()).toEqual([{ reason: 'AfterEnd', state: 'Refunded' }])
    expect(await auditBooks(needs)).toEqual([])
  },
)

test('a bank that refuses our access to its charges counts as unavailable: a 503, not a 500, and nothing is stored', async () => {
  const api = await merchantAt('efi')
  const partners = (await bank.control('GET', '/partners')) as { name: string; scopes: string[] }[]
  const scopes = partners.find(({ name }) => name === 'efi')?.scopes ?? []
  const grant = async (granted: string[]) => {
    await bank.control('PUT', '/partners/efi/scopes', { scopes: granted })
    // Tokens that were given before keep their scopes.
    await bank.control('POST', '/clock/advance', { seconds: 400 })
  }
  await grant(scopes.filter(scope => scope !== 'cob.write'))
  const answer = await api.requestCashIn({ amount: '5', webhook })
  expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'BankUnavailable'])
  expect(await sql`select from transactions where merchant_id = ${api.merchantId}`).toHaveLength(0)
  await grant(scopes)
  expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)
})
