import { afterEach, expect, test, vi } from 'vitest'
import { probeBanks, wakeAfterOutage } from '../src/money/bank-orders/place-orders.ts'
import type { Fact } from '../src/money/bank-orders/fact.ts'
import { mostUnclear } from '../src/money/bank-orders/schedule.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { spellFact } from '../src/operations/exceptions/words.ts'
import { assignConnection } from '../src/tenancy/merchants/set-terms.ts'
import { unwatched } from './kit/state-watch.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with a bank in a separate process, which gives no useful answer about some orders. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const connections = await bank.connectAll(needs)

const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)

/** Time passes for the schedule and for circuits. */
function pass(seconds: number) {
  trilho.clock.aheadMs += seconds * 1000
  laterMs += Math.max(seconds, 31) * 1000
}

async function step(seconds: number) {
  pass(seconds)
  return needs.bankOrders.stepAndWait()
}

async function probe(seconds: number) {
  pass(seconds)
  await probeBanks(needs)
  return needs.bankOrders.stepAndWait()
}

afterEach(async () => {
  await bank.control('DELETE', '/faults')
  await bank.control('PUT', '/settings', { payoutDelayMs: 0 })
  // Orders that a test has left do not go to the bank of the next one.
  await unwatched(sql, tx => tx`update bank_orders set state = 'Held', next_step_at = null, is_bank_away = false`)
  trilho.clock.aheadMs = 0
  laterMs += 3_600_000
})

async function merchantAt(dialect: keyof typeof connections) {
  const api = await trilho.newMerchant({ balance: '50' })
  const connectionId = connections[dialect]
  await assignConnection(needs, { merchantId: api.merchantId, connectionId, allowsUnknownKeyOwner: true })
  return api
}

function never(): never {
  throw new Error('there is no exception')
}

const exceptionsOf = (transactionId: string) => sql<{ said: Fact }[]>`
  select said from bank_exceptions where transaction_id = ${transactionId} and state = 'Open'`
const orderOf = async (transactionId: string) =>
  (
    await sql<{ attempts: number; step: number; refusals: number; nextStepAt: Date }[]>`
    select attempts, step, refusals, next_step_at from bank_orders where transaction_id = ${transactionId}`
  )[0]
const idAtBank = (id: string) => id.replaceAll('-', '')
const asking = (id: string) => ({ partner: 'efi', method: 'GET', path: `/id-envio/${idAtBank(id)}`, times: 10_000 })

test('a payout about which its bank answers with faults only is an exception when the schedule is over, however often it was probed', async () => {
  const api = await merchantAt('efi')
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await bank.control('POST', '/faults', { kind: 'server error', ...asking(id) })
  for (const seconds of [2, 5, 10, 30]) await step(seconds)
  for (let round = 0; round < 8; round++) expect(await probe(20)).toBe(1)
  expect(await exceptionsOf(id)).toEqual([])
  for (let day = 0; day < 9; day++) await probe(86_400)
  const { attempts = 0 } = (await orderOf(id)) ?? {}
  expect(attempts).toBeGreaterThan(12)
  expect(await exceptionsOf(id)).toMatchObject([{ said: { code: 'noEnd' } }])
  expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '44.000000'])
  expect(await auditBooks(needs)).toEqual([])
})

test('a payout that its bank never answers does not hide the end of the outage from another: they are probed in turn', async () => {
  const api = await merchantAt('efi')
  await bank.control('PUT', '/settings', { payoutDelayMs: null })
  const never = await api.createCashOut({ amount: '6', webhook, ...joao })
  const other = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  for (const id of [never, other]) await bank.control('POST', '/faults', { kind: 'server error', ...asking(id) })
  for (const seconds of [2, 5, 10, 30]) await step(seconds)
  // The other has waited for longer.
  await sql`update bank_orders set step = 12, next_step_at = ${new Date(needs.clock().getTime() + 3_600_000)}
             where transaction_id = ${other}`
  await bank.control('DELETE', '/faults')
  await bank.control('POST', '/faults', { kind: 'server error', ...asking(never) })
  await bank.control('POST', `/payouts/${idAtBank(other)}/complete`)
  for (let round = 0; round < 3; round++) await probe(16)
  expect([await api.stateOf(other), await api.stateOf(never)]).toEqual(['Completed', 'Registered'])
})

test.each([
  ['efi', '/id-envio/', { status: 'EM_ANALISE' }],
  ['inter', '/banking/v2/pix/', { status: 'EM_ANALISE' }],
  ['sicoob', '/pagamentos/', { estado: 'EM_ANALISE' }],
] as const)(
  'a payout in a state of %s that nobody knows is an exception within hours, with what the bank said, and in doubt',
  async (partner, path, values) => {
    const api = await merchantAt(partner)
    await bank.control('PUT', '/settings', { payoutDelayMs: null })
    const id = await api.createCashOut({ amount: '6', webhook, ...joao })
    await needs.bankOrders.stepAndWait()
    const at = { partner, method: 'GET', path, times: 10_000 }
    await bank.control('POST', '/faults', { kind: 'fields changed', values, ...at })
    for (let round = 1; round < mostUnclear; round++) {
      await probe(3_600)
      expect(await exceptionsOf(id)).toEqual([])
    }
    await probe(3_600)
    const [{ said } = never()] = await exceptionsOf(id)
    expect(said).toEqual({ code: 'unknownState', value: 'EM_ANALISE' })
    expect(spellFact(said, 'en')).toContain('answered with a state that we do not know: EM_ANALISE')
    expect([await api.stateOf(id), await api.availableBalance()]).toEqual(['Registered', '44.000000'])
  },
)

test('a payout that was refused in an unknown form waits for its own time, when another ends so and when a circuit closes', async () => {
  const api = await merchantAt('efi')
  const { merchantId } = api
  const refusal = { kind: 'refusal in another form', form: 'html', status: 403, partner: 'efi', path: '/gn/pix' }
  await bank.control('POST', '/faults', { ...refusal, times: 10_000 })
  const last = await api.createCashOut({ amount: '6', webhook, ...joao })
  const young = await api.createCashOut({ amount: '7', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  await bank.control('DELETE', '/faults')
  await bank.control('POST', '/faults', { kind: 'server error', partner: 'efi', path: '/gn/pix', times: 10_000 })
  const unanswered = await api.createCashOut({ amount: '8', webhook, ...joao })
  await needs.bankOrders.stepAndWait()
  expect((await Promise.all([last, young, unanswered].map(orderOf))).map(order => order?.refusals)).toEqual([1, 1, 0])
  const inAnHour = new Date(needs.clock().getTime() + 3_600_000)
  await sql`update bank_orders set next_step_at = ${inAnHour}, step = 9 where merchant_id = ${merchantId}`
  await sql`update bank_orders set next_step_at = ${needs.clock()}, refusals = ${mostUnclear - 1}, step = ${mostUnclear}
             where transaction_id = ${last}`
  await bank.control('DELETE', '/faults')
  await bank.control('POST', '/faults', { ...refusal, times: 10_000 })
  expect(await step(1)).toBe(1)
  expect(await exceptionsOf(last)).toHaveLength(1)
  for (const id of [young, unanswered]) expect((await orderOf(id))?.nextStepAt).toEqual(inAnHour)
  await wakeAfterOutage(needs, connections.efi)
  expect((await orderOf(young))?.nextStepAt).toEqual(inAnHour)
  expect((await orderOf(unanswered))?.nextStepAt.getTime()).toBeLessThanOrEqual(needs.clock().getTime())
})

test('a payout that efi refuses for a webhook goes out when it is registered, also if that fails for minutes: no refusal before counts', async () => {
  const api = await merchantAt('efi')
  await bank.control('DELETE', '/partners/efi/webhooks')
  const registering = { partner: 'efi', method: 'PUT', path: '/webhook/', times: 10_000 }
  await bank.control('POST', '/faults', { kind: 'server error', ...registering })
  const id = await api.createCashOut({ amount: '6', webhook, ...joao })
  for (let round = 0; round < 30; round++) {
    await step(10)
    await untilDone(() => ensureCallbackUrls(needs))
  }
  expect([await api.stateOf(id), await exceptionsOf(id)]).toEqual(['Created', []])
  expect(await orderOf(id)).toMatchObject({ refusals: 1 })
  await bank.control('DELETE', '/faults')
  pass(300)
  await untilDone(() => ensureCallbackUrls(needs))
  await needs.bankOrders.stepAndWait()
  expect(await api.stateOf(id)).toBe('Registered')
  await step(3_600)
  expect([await api.stateOf(id), await exceptionsOf(id)]).toEqual(['Completed', []])
})
