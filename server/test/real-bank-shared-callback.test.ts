import { expect, test, vi } from 'vitest'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call } from './kit/api-client.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { sharedTime, startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

// Inter and Sicoob call back about payouts at one URL of an account, however many of its keys are connected.

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const { passTime } = sharedTime(trilho, bank)
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

// A process asks a bank for three seconds after it was paused, by a clock of its own.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
const letPauseCount = () => (laterMs += 60_000)

type Dialect = 'inter' | 'sicoob'

/** Two connections to one account, by two of its keys. */
async function connectTwo(dialect: Dialect) {
  const first = await bank.connect(needs, dialect, false)
  const pixKey = `other@${dialect}.test`
  await bank.control('PUT', `/keys/${pixKey}`, { name: 'Trilho', taxId: '11222333000181', partner: dialect })
  const other = { ...(await bank.settingsOf(dialect)), pixKey }
  const { id: second } = await connectBank(needs, {
    name: `${dialect} 2`,
    dialect,
    isDefault: false,
    settings: other,
  })
  return { first, second }
}

const ensure = async () => {
  await untilDone(() => ensureCallbackUrls(needs))
}
const registeredFor = async (dialect: Dialect): Promise<string> =>
  (await bank.control('GET', '/webhooks')).find(
    (one: { partner: string; channel: string }) => one.partner === dialect && one.channel === 'payouts',
  )?.url
const tokenOf = async (id: string): Promise<string> =>
  (await sql`select callback_token from bank_connections where id = ${id}`)[0]?.callbackToken

const sharedBy = async (id: string) => {
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const { items } = (await operator.get('/operator/bank-connections')).body.data
  return items.find((one: { id: string }) => one.id === id)?.payoutCallbacksBy
}

test.each<Dialect>(['inter', 'sicoob'])(
  'two connections to one account at %s share the callback URL of payouts, and neither takes it from the other',
  async dialect => {
    const { first, second } = await connectTwo(dialect)
    await ensure()
    const url = await registeredFor(dialect)
    expect(url).toContain(await tokenOf(first))
    for (let day = 0; day < 3; day++) {
      await passTime(25 * 3_600)
      await ensure()
      expect(await registeredFor(dialect)).toBe(url)
    }
    expect([await sharedBy(first), await sharedBy(second)]).toEqual([null, dialect])

    // Each payment to a key is still reported at its own connection's URL.
    const ofKeys = (await bank.control('GET', '/webhooks')).filter(
      (one: { partner: string; channel: string }) => one.partner === dialect && one.channel !== 'payouts',
    )
    const urls = ofKeys.map((one: { url: string }) => one.url.split('/').at(-1)).toSorted()
    expect(urls).toEqual([await tokenOf(first), await tokenOf(second)].toSorted())

    // Once the first is paused the second takes it over at once, and the first leaves it there afterwards.
    await pauseConnection(needs, first, needs.clock())
    await ensure()
    expect(await registeredFor(dialect)).toContain(await tokenOf(second))
    await pauseConnection(needs, first, null)
    await passTime(25 * 3_600)
    await ensure()
    expect(await registeredFor(dialect)).toContain(await tokenOf(second))
    expect([await sharedBy(first), await sharedBy(second)]).toEqual([`${dialect} 2`, null])
  },
)

const firstAtSicoob = async (): Promise<string> =>
  (await sql`select id from bank_connections where name = 'sicoob'`)[0]?.['id']

test('a late outcome of a payout is recorded by the callback of the other connection to its account', async () => {
  const connectionId = await firstAtSicoob()
  expect(await sharedBy(connectionId)).toBe('sicoob 2')
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const [order] = await sql`select bank_reference from bank_orders where transaction_id = ${id}`
  // The books have given it up, and the bank pays it after all.
  await needs.door.apply({ merchantId: api.merchantId, id, event: { kind: 'failed', cause: 'Other' } })
  await sql`delete from bank_orders where transaction_id = ${id}`
  await bank.control('POST', `/payouts/${order?.['bankReference']}/complete`)
  const found = async () => {
    await processCallbacks(needs)
    return sql`select said->>'code' as said from bank_exceptions where transaction_id = ${id}`
  }
  await expect.poll(found).toEqual([{ said: 'paid' }])
})

/** A payout that the bank refuses when it is confirmed, and pays after all: that is in a callback and in no list. */
async function refusedAndPaid(connectionId: string): Promise<string> {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const refusal = { kind: 'fields changed', values: { estado: 'REJEITADO' }, partner: 'sicoob', path: '/confirmacao' }
  await bank.control('POST', '/faults', refusal)
  const id = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Error', '50.000000'])
  const sent: { endToEndId: string; state: string }[] = await bank.control('GET', '/payouts?all')
  const processing = sent.find(({ state }) => state === 'Processing')
  await bank.control('POST', `/payouts/${processing?.endToEndId}/complete`)
  await expect.poll(async () => (await waitingNotices()).length).toBe(1)
  return id
}

const waitingNotices = () => sql`select attempts from bank_notices where next_step_at is not null`
const saidOf = async (id: string) =>
  (await sql`select said->>'code' as said from bank_exceptions where transaction_id = ${id}`).map(({ said }) => said)

/** Longer than a callback is tried. */
async function halfADayOfCallbacks() {
  for (let hour = 0; hour < 15; hour++) {
    await passTime(3_601)
    await processCallbacks(needs)
  }
}

test('a payout that sicoob refused when it was confirmed and then paid is an exception', async () => {
  const id = await refusedAndPaid(await firstAtSicoob())
  await processCallbacks(needs)
  expect([await saidOf(id), await waitingNotices()]).toEqual([['paid'], []])
})

test('the callback of a payout whose own connection is paused is kept until the connection is resumed', async () => {
  const connectionId = await firstAtSicoob()
  const id = await refusedAndPaid(connectionId)
  await pauseConnection(needs, connectionId, needs.clock())
  letPauseCount()
  await halfADayOfCallbacks()
  expect([await saidOf(id), await waitingNotices()]).toEqual([[], [{ attempts: 15 }]])
  await pauseConnection(needs, connectionId, null)
  await passTime(3_601)
  await processCallbacks(needs)
  expect([await saidOf(id), await waitingNotices()]).toEqual([['paid'], []])
})

test('a callback about a payout that was given up, of a bank that lists no payouts, is counted and becomes an exception', async () => {
  const id = await refusedAndPaid(await firstAtSicoob())
  const unreadable = { kind: 'malformed', partner: 'sicoob', method: 'GET', path: '/pagamentos', times: 1_000 }
  await bank.control('POST', '/faults', unreadable)
  await halfADayOfCallbacks()
  await bank.control('DELETE', '/faults')
  expect([await saidOf(id), await waitingNotices()]).toEqual([['noEnd'], []])
  expect((await call(`${trilho.url}/metrics`)).text).toMatch(
    /trilho_bank_callbacks_given_up_total\{bank="sicoob 2"\} 1/,
  )
})
