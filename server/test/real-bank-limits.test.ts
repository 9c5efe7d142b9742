import { afterEach, expect, test, vi } from 'vitest'
import { probeBanks } from '../src/money/bank-orders/place-orders.ts'
import { BankLimited } from '../src/money/rails/bank-faults.ts'
import { bankPace } from '../src/money/rails/bank-pace.ts'
import { bankWatch } from '../src/money/bank-orders/watch-bank.ts'
import { realBanks } from '../src/money/rails/bacen-pix/dialects.ts'
import type { Rails } from '../src/money/rails/rails.ts'
import { railsReader } from '../src/money/rails/rails-of.ts'
import { type CallKind, callKinds } from '../src/money/rails/bacen-pix/call-kinds.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { recordReceivedPayment } from '../src/operations/banks/record-received-payment.ts'
import { bankSweeper, sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { watchConnections } from '../src/money/rails/connections.ts'
import { connectBank } from '../src/money/rails/connect-bank.ts'
import { inter as interDialect } from '../src/money/rails/bacen-pix/dialects/inter.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { call } from './kit/api-client.ts'
import { newPortalPerson } from './kit/portal-client.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process, which takes no more calls for a while, or does not answer. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
await bank.connect(needs, 'efi', true)
const unlimited = Object.fromEntries(callKinds.map(kind => [kind, { perMinute: 1_000_000, atOnce: 999_999 }]))
const { id: inter } = await connectBank(needs, {
  name: 'inter',
  dialect: 'inter',
  isDefault: false,
  settings: {
    ...(await bank.settingsOf('inter')),
    limits: { ...unlimited, payoutReads: interDialect.limits.payoutReads ?? never() },
  },
})
const newOperator = () => newPortalPerson(trilho, { isOperator: true, name: 'Olga Operadora' })
await untilDone(() => ensureCallbackUrls(needs))

function never(): never {
  throw new Error('Inter has no limit')
}

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  trilho.clock.aheadMs = 0
  // Limits, circuits and tokens of one test end before the next.
  laterMs += 3_600_000
  await sql`delete from bank_tokens`
})

type SeenCall = { partner: string; method: string; path: string; status: number | string; fault?: string }
const callsTo = async (path: string) =>
  ((await bank.control('GET', '/calls')) as SeenCall[]).filter(seen => seen.path.includes(path))
const orderOf = async (id: string) =>
  (
    await sql<{ attempts: number; step: number; nextStepAt: Date; isBankAway: boolean }[]>`
    select attempts, step, next_step_at, is_bank_away from bank_orders where transaction_id = ${id}`
  )[0]

test('a bank that takes no more questions about payouts still registers charges, and is asked again when it said so', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  const limit = { kind: 'too many requests', path: '/enviados', times: 1_000, retryAfterSeconds: 40 }
  await bank.control('POST', '/faults', limit)
  for (let round = 1; round <= 8; round++) {
    trilho.clock.aheadMs = round * 60_000
    await needs.bankOrders.stepAndWait()
  }
  expect(await callsTo('/enviados')).toHaveLength(1)
  const order = await orderOf(id)
  expect(order?.step).toBe(1)
  expect(order?.nextStepAt.getTime()).toBeGreaterThan(needs.clock().getTime() + 30_000)
  for (let round = 0; round < 6; round++) expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)
  expect((await call(`${trilho.url}/metrics`)).text).toMatch(
    /trilho_bank_calls_limited_total\{bank="efi",kind="payoutReads"\} [89]/,
  )

  await bank.control('DELETE', '/faults')
  await bank.control('POST', `/payouts/${id.replaceAll('-', '')}/complete`)
  laterMs += 41_000
  trilho.clock.aheadMs += 60_000
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Completed')
})

test('a charge that the bank refuses for its limit is a 503 with the Retry-After of the bank, and not called again before', async () => {
  const api = await trilho.newMerchant()
  const limit = { kind: 'too many requests', method: 'PUT', path: '/cob/', times: 9, retryAfterSeconds: 25 }
  await bank.control('POST', '/faults', limit)
  const before = (await callsTo('/cob/')).length
  for (let round = 0; round < 3; round++) {
    const answer = await api.requestCashIn({ amount: '5', webhook })
    expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'BankUnavailable'])
    expect(Number(answer.headers.get('retry-after'))).toSatisfy((seconds: number) => seconds > 20 && seconds <= 25)
  }
  expect((await callsTo('/cob/')).length - before).toBe(1)
  await bank.control('DELETE', '/faults')
  laterMs += 26_000
  expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)
})

test('a limit of questions about charges, or of cancelling them, does not stop new charges', async () => {
  const api = await trilho.newMerchant()
  const atCharges = { partner: 'efi', path: '/cob/' }
  const limit = { kind: 'too many requests', ...atCharges, times: 9, retryAfterSeconds: 40 }
  const unpaid = await api.createCashIn({ amount: '5', webhook })
  await bank.control('POST', '/faults', { ...limit, method: 'PATCH' })
  expect((await api.put(`/accounts/transactions/pix/${unpaid}/cancel`)).status).toBeLessThan(300)
  await needs.bankOrders.stepAndWait()
  await bank.control('POST', '/faults', { ...limit, method: 'GET' })
  await bank.control('POST', '/faults', { kind: 'act, then cut', ...atCharges, method: 'PUT' })
  expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(503)
  const limited = (await callsTo('/cob/')).filter(({ fault }) => fault === limit.kind)
  expect(new Set(limited.slice(0, 2).map(({ method }) => method))).toEqual(new Set(['GET', 'PATCH']))
  expect((await api.requestCashIn({ amount: '5', webhook })).status).toBe(201)
})

test('a limit of questions about refunds does not stop new refunds', async () => {
  const api = await trilho.newMerchant()
  const newPaid = async () => {
    const id = await api.createCashIn({ amount: '5', webhook })
    const [charge] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    const { pix } = await bank.control('POST', `/charges/efi/${charge?.externalId}/pay`, {})
    const rails = await needs.railsOf(null)
    await recordReceivedPayment(needs, rails, (await rails.received?.readReceived(pix[0].endToEndId))!)
    return id
  }
  const stateOfRefund = async (id: string) =>
    (await api.get(`/accounts/transactions/pix/${id}/refunds`)).body.data.items[0]?.state
  const [asked, made] = [await newPaid(), await newPaid()]
  const refunds = { partner: 'efi', path: '/devolucao/' }
  await bank.control('POST', '/faults', { kind: 'act, then cut', ...refunds, method: 'PUT' })
  const limit = { kind: 'too many requests', ...refunds, method: 'GET', times: 99, retryAfterSeconds: 40 }
  await bank.control('POST', '/faults', limit)
  expect((await api.refund(asked)).status).toBe(201)
  await needs.bankOrders.stepAndWait()
  trilho.clock.aheadMs += 60_000
  await needs.bankOrders.stepAndWait()
  const calls = () => callsTo('/devolucao/')
  expect((await calls()).filter(({ status }) => status === 429)).not.toEqual([])
  expect((await api.refund(made)).status).toBe(201)
  await needs.bankOrders.stepAndWait()
  expect((await calls()).filter(({ method, status }) => method === 'PUT' && status === 201)).toHaveLength(1)
  await bank.control('DELETE', '/faults')
  laterMs += 41_000
  trilho.clock.aheadMs += 300_000
  await needs.bankOrders.stepAndWait()
  expect(await Promise.all([asked, made].map(stateOfRefund))).toEqual(['Completed', 'Completed'])
})

test.each([
  ['was over the limit', { kind: 'too many requests', method: 'POST', path: '/banking/v2/pix' }],
  ['got no token', { kind: 'drop', path: '/oauth/v2/token' }],
])('a payout whose first call %s counts as never sent: what the bank then refuses has failed', async (_, fault) => {
  const api = await trilho.newMerchant({ balance: '50' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: inter, allowsUnknownKeyOwner: true })
  await bank.control('POST', '/faults', { partner: 'inter', ...fault })
  const nobody = { ...joao, key: { type: 'EMAIL', value: 'ninguem@mail.test' } }
  const id = await api.createCashOut({ amount: '7', webhook, ...nobody })
  await needs.bankOrders.stepAndWait()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Created', '43.000000'])
  trilho.clock.aheadMs = 10_000
  laterMs += 10_000
  await needs.bankOrders.stepAndWait()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Error', '50.000000'])
})

test('the known limits of Inter pace us: 40 payouts under way are asked about, and none is refused for too many calls', async () => {
  await bank.control('PUT', '/partners/inter/switches', { enforceLimits: true })
  const api = await trilho.newMerchant({ balance: '500' })
  await assignConnection(needs, { merchantId: api.merchantId, connectionId: inter, allowsUnknownKeyOwner: true })
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  await Promise.all(times(40, () => api.createCashOut({ amount: '1', webhook, ...joao })))
  const asked = (await callsTo('/banking/v2/pix/')).length
  for (let round = 0; round < 12; round++) {
    trilho.clock.aheadMs += 4_000_000
    await needs.bankOrders.stepAndWait()
  }
  const calls = (await callsTo('/banking/v2/pix')).filter(
    ({ partner, fault }) => partner === 'inter' && fault === undefined,
  )
  expect(calls.filter(({ status }) => status === 429)).toEqual([])
  expect((await callsTo('/banking/v2/pix/')).length - asked).toSatisfy((count: number) => count >= 4 && count <= 20)
  await bank.control('PUT', '/partners/inter/switches', { enforceLimits: false })
}, 60_000)

test('two connections to one account share what its bank takes in a minute', async () => {
  const limits = { payments: { perMinute: 2, atOnce: 1 } }
  const atStandard = async (name: string, pixKey?: string) => {
    const settings = { ...(await bank.settingsOf('standard')), limits, ...(pixKey && { pixKey }) }
    const { id } = await connectBank(needs, { name, dialect: 'standard', isDefault: false, settings })
    return needs.railsOf(id)
  }
  const [one, other] = [await atStandard('one'), await atStandard('other', 'other@standard.test')]
  const unknown = `E${'0'.repeat(31)}`
  expect(await one.received?.readReceived(unknown)).toBeNull()
  await expect(other.received?.readReceived(unknown)).rejects.toThrow(BankLimited)
  await sql`delete from bank_connections where name in ('one', 'other')`
})

test('a Retry-After that one process got is kept by all processes, and for all keys of the account', async () => {
  const settings = { ...(await bank.settingsOf('efi')), pixKey: 'other@efi.test' }
  const { id } = await connectBank(needs, { name: 'other key', dialect: 'efi', isDefault: false, settings })
  const ofOther = railsReader(needs, realBanks({ ...needs, watch: bankWatch(needs) }))
  await bank.control('POST', '/faults', {
    kind: 'too many requests',
    path: '/v2/pix/',
    times: 9,
    retryAfterSeconds: 40,
  })
  const read = async (rails: Promise<Rails>) =>
    (await rails).received?.readReceived(`E${'0'.repeat(31)}`).catch(error => (error as BankLimited).retryAfterSeconds)
  const before = (await callsTo('/v2/pix/')).length
  const waits = [await read(needs.railsOf(null)), await read(needs.railsOf(id))]
  waits.push(await read(ofOther(null)), await read(ofOther(id)))
  for (const seconds of waits) expect(seconds).toSatisfy((left: number) => left > 30 && left <= 40)
  expect((await callsTo('/v2/pix/')).length - before).toBe(1)
  await sql`delete from bank_connections where name = 'other key'`
})

test('operators see which calls a bank limits, since when and until when, also what another process has learnt', async () => {
  // The database's clock does not run ahead with this process.
  await sql`delete from bank_call_limits`
  const elsewhere = (await railsReader(needs, realBanks({ ...needs, watch: bankWatch(needs) }))(null)).payouts
  const limit = { kind: 'too many requests', partner: 'efi', path: '/enviados/', times: 9, retryAfterSeconds: 40 }
  await bank.control('POST', '/faults', limit)
  const named = { endToEndId: 'E1', bankOrderId: null, bankReference: null }
  const ask = () => elsewhere?.findSent?.(named, AbortSignal.timeout(5_000)).catch(() => {})
  const operator = await newOperator()
  const shownIn = async (path: string, list: string) => {
    laterMs += 1_000
    const items = (await operator.get(path)).body.data[list] as Record<string, unknown>[]
    return items.find(({ name }) => name === 'efi')?.['limitedFor'] as { kind: string; since: string; until: string }[]
  }
  const inBanks = () => shownIn('/operator/bank-connections', 'items')
  expect(await inBanks()).toEqual([])
  await ask()
  const [first] = await inBanks()
  expect(first).toMatchObject({ kind: 'payoutReads', since: expect.any(String), until: expect.any(String) })
  expect(Date.parse(first!.until) - needs.clock().getTime()).toSatisfy(
    (left: number) => left > 20_000 && left <= 40_000,
  )
  expect(await shownIn('/operator/platform', 'connections')).toMatchObject([
    { kind: 'payoutReads', since: first!.since },
  ])
  // The bank says so again when it is asked after that time: since the first time.
  laterMs += 41_000
  await sql`update bank_call_limits set limited_until = limited_until - interval '41 seconds'`
  expect(await inBanks()).toEqual([])
  await ask()
  expect(await inBanks()).toMatchObject([{ kind: 'payoutReads', since: first!.since }])
  await sql`update bank_call_limits set limited_until = clock_timestamp() - interval '11 minutes'`
  laterMs += 41_000
  await ask()
  const [later] = await inBanks()
  expect(Date.parse(later!.since)).toBeGreaterThan(Date.parse(first!.since))
})

test('one limit that is set for a bank leaves the others as it publishes them', async () => {
  const own = { pixKey: 'third@inter.test', limits: { charges: { perMinute: 120, atOnce: 30 } } }
  const settings = { ...(await bank.settingsOf('inter')), ...own }
  const { id } = await connectBank(needs, { name: 'third', dialect: 'inter', isDefault: false, settings })
  const [place] = (await needs.railsOf(id)).received?.callbackPlaces ?? []
  for (let taken = 0; taken < 3; taken++) await place?.read()
  await expect(place?.read()).rejects.toThrow(BankLimited)
  await sql`delete from bank_connections where name = 'third'`
})

/** Tokens are kept for an hour. */
const paced = Object.entries(interDialect.limits).filter(([kind]) => kind !== 'token')

test.each(paced)(
  'the pace for %s at Inter is at least three quarters of what it allows in the long run, and never more in a minute',
  (kind, limit) => {
    const takeTurn = bankPace(needs)
    const taken: number[] = []
    for (let tenth = 0; tenth < 6_000; tenth++) {
      laterMs += 100
      while (takeTurn(`${kind} in the long run`, kind as CallKind, limit) === 0) taken.push(tenth)
    }
    const inMinuteFrom = (from: number) => taken.filter(tenth => tenth >= from && tenth < from + 600).length
    const minutes = taken.map(inMinuteFrom)
    expect(Math.max(...minutes)).toBeLessThanOrEqual(limit.perMinute)
    expect(taken.length / 10).toBeGreaterThanOrEqual((limit.perMinute * 3) / 4 - 1)
  },
)

test('after an outage the orders of a bank go on at once, when any of its calls is answered', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', times: 1_000 })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  for (let round = 1; round <= 7; round++) {
    trilho.clock.aheadMs += 100_000
    laterMs += 31_000
    await needs.bankOrders.stepAndWait()
  }
  expect((await orderOf(id))?.nextStepAt.getTime()).toBeGreaterThan(needs.clock().getTime() + 200_000)
  await bank.control('DELETE', '/faults')
  laterMs += 31_000
  trilho.clock.aheadMs += 61_000
  await untilDone(() => sweepPayments(needs))
  const isDue = async () =>
    ((await orderOf(id))?.nextStepAt.getTime() ?? Number.POSITIVE_INFINITY) <= needs.clock().getTime()
  await expect.poll(isDue).toBe(true)
  await needs.bankOrders.stepAndWait()
  trilho.clock.aheadMs += 10_000
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Completed')
  expect(await auditBooks(needs)).toEqual([])
})

test('payouts that waited for a bank go on when it answers, also if only calls for payouts failed and nothing else finds out', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', path: '/gn/pix', times: 1_000 })
  const ids = [
    await api.createCashOut({ amount: '6', webhook, ...joao }),
    await api.createCashOut({ amount: '7', webhook, ...joao }),
  ]
  for (let round = 1; round <= 9; round++) {
    trilho.clock.aheadMs += 1_000_000
    laterMs += 31_000
    await untilDone(() => sweepPayments(needs))
    await needs.bankOrders.stepAndWait()
  }
  const before = await Promise.all(ids.map(orderOf))
  for (let probe = 0; probe < 3; probe++) {
    laterMs += 31_000
    await probeBanks(needs)
    expect(await needs.bankOrders.stepAndWait()).toBe(1)
  }
  // In turn, so that an order that is never answered does not hide the end of the outage from the other.
  const after = await Promise.all(ids.map(orderOf))
  for (const [at, order] of after.entries()) expect(order?.attempts).toBeGreaterThan(before[at]?.attempts ?? 0)
  await bank.control('DELETE', '/faults')
  laterMs += 31_000
  await probeBanks(needs)
  await needs.bankOrders.stepAndWait()
  await expect.poll(() => needs.bankOrders.stepAndWait()).toBeGreaterThan(0)
  trilho.clock.aheadMs += 10_000
  await needs.bankOrders.stepAndWait()
  expect(await Promise.all(ids.map(api.stateOf))).toEqual(['Completed', 'Completed'])
})

test('payouts that waited when their process stopped go on at once after the restart, if the bank answers', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  await bank.control('POST', '/faults', { kind: 'drop', partner: 'efi', path: '/v3/gn/pix', times: 2 })
  const ids = [
    await api.createCashOut({ amount: '6', webhook, ...joao }),
    await api.createCashOut({ amount: '7', webhook, ...joao }),
  ]
  await needs.bankOrders.stepAndWait()
  // As the process before has left them; no circuit of this one is open.
  await sql`update bank_orders set step = 12, next_step_at = ${new Date(needs.clock().getTime() + 3_600_000)}
             where transaction_id = any(${ids}::uuid[])`
  expect((await Promise.all(ids.map(orderOf))).map(order => order?.isBankAway)).toEqual([true, true])
  await probeBanks(needs)
  expect(await needs.bankOrders.stepAndWait()).toBe(1)
  expect(await needs.bankOrders.stepAndWait()).toBe(1)
  trilho.clock.aheadMs += 3_600_000
  await needs.bankOrders.stepAndWait()
  expect(await Promise.all(ids.map(api.stateOf))).toEqual(['Completed', 'Completed'])
  expect(await auditBooks(needs)).toEqual([])
})

const efiShown = async () =>
  (await (await newOperator()).get('/operator/bank-connections')).body.data.items.find(
    ({ name }: { name: string }) => name === 'efi',
  )

test('payouts that Efí refuses because it has lost our webhook are shown, and go out when it is registered again, at once', async () => {
  const api = await trilho.newMerchant({ balance: '50' })
  const missed = async () =>
    Number(/callbacks_missing_total\{bank="efi"\} (\d+)/.exec((await call(`${trilho.url}/metrics`)).text)?.[1] ?? 0)
  const before = await missed()
  await bank.control('DELETE', '/partners/efi/webhooks')
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Created', '44.000000'])
  expect((await efiShown()).callbackMissingSince).not.toBeNull()
  expect((await missed()) - before).toBe(1)
  expect(await ensureCallbackUrls(needs)).toBe(1)
  expect((await efiShown()).callbackMissingSince).toBeNull()
  await needs.bankOrders.stepAndWait()
  trilho.clock.aheadMs += 60_000
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Completed')
})

test('a bank that gives no list of payments for ten minutes is down in the overview, in the health and as a metric', async () => {
  trilho.clock.aheadMs = 100 * 3_600_000
  await untilDone(() => sweepPayments(needs))
  expect(await efiShown()).toMatchObject({ isUp: true, paymentsUnreadSince: null })
  const refusal = { kind: 'refusal', status: 400, partner: 'efi', method: 'GET', path: '/v2/pix?', times: 100 }
  await bank.control('POST', '/faults', refusal)
  const sweepAll = async () => {
    for (let round = 0; round < 3; round++) await sweepPayments(needs).catch(() => 0)
  }
  for (let minute = 1; minute <= 11; minute++) {
    trilho.clock.aheadMs += 60_000
    await sweepAll()
  }
  expect(await efiShown()).toMatchObject({ isUp: false, paymentsUnreadSince: expect.any(String) })
  const { connections } = (await (await newOperator()).get('/operator/platform')).body.data
  expect(connections).toMatchObject([
    { name: 'efi', isUp: false, paymentsUnreadSince: expect.any(String) },
    { name: 'inter', isUp: true, paymentsUnreadSince: null },
  ])
  await watchConnections(needs)
  expect((await call(`${trilho.url}/metrics`)).text).toMatch(/trilho_bank_sweep_age_seconds\{bank="efi"\} [67]\d\d/)
  await bank.control('DELETE', '/faults')
  trilho.clock.aheadMs += 60_000
  await sweepAll()
  expect(await efiShown()).toMatchObject({ isUp: true, paymentsUnreadSince: null })
})

test('the sweep of one bank does not wait for the list of another', async () => {
  trilho.clock.aheadMs = 102 * 3_600_000
  const hangs = { kind: 'wait, then act', partner: 'efi', method: 'GET', path: '/v2/pix?', ms: 8_000 }
  await bank.control('POST', '/faults', hangs)
  const sweptNow = async () =>
    (
      await sql<{ name: string }[]>`
      select name from bank_connections where swept_until > ${new Date(needs.clock().getTime() - 60_000)} order by name`
    ).map(({ name }) => name)
  const step = bankSweeper(needs, { error: () => {} })
  await step()
  await expect.poll(sweptNow).toEqual(['inter'])
  await expect.poll(sweptNow, { timeout: 20_000 }).toEqual(['efi', 'inter'])
}, 40_000)
