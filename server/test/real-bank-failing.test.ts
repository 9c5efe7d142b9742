import { afterEach, expect, test, vi } from 'vitest'
import { pauseConnection } from '../src/money/rails/connections.ts'
import { processCallbacks } from '../src/operations/banks/callbacks.ts'
import { ensureCallbackUrls } from '../src/operations/banks/ensure-callback-urls.ts'
import { sweepPayments } from '../src/operations/banks/sweep-payments.ts'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { volumeSummer } from '../src/operations/volumes/sum-up-volumes.ts'
import { approveBatch } from '../src/products/payout-batches/decide-batch.ts'
import { runBatches } from '../src/products/payout-batches/run-batches.ts'
import { assignBanks } from '../src/tenancy/merchants/set-terms.ts'
import { startRealBank } from './kit/real-bank.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { untilDone } from './kit/patience.ts'

/** Production with two banks that both hold enough, of which the first fails in each way that banks have. */
const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const trilho = await openTrilho(settings, { isConnected: false })
const { needs, sql } = trilho
const bank = await startRealBank()
const ids = await bank.connectAll(needs)
const { efi, inter, sicoob } = ids
/** The bank that fails, Efí, which is asked by our id, or Inter, where a lost payout is repeated under the same key; and the next. */
const pairs = [
  ['efi', 'sicoob'],
  ['inter', 'sicoob'],
  ['efi', 'inter'],
] as const
type Pair = (typeof pairs)[number]
let [first, second]: Pair = pairs[0]
const webhook = { url: 'https://hooks.example.invalid/hook' }
const joao = {
  recipient: { name: 'João Pereira', cpf: '11144477735' },
  key: { type: 'EMAIL', value: 'joao@mail.test' },
}

// Longer than a bank is left alone after it failed, than its Retry-After, and than connections are remembered.
let laterMs = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
const waitForBanks = () => (laterMs += 61_000)

async function pass(seconds: number): Promise<void> {
  trilho.clock.aheadMs += seconds * 1000
  await bank.control('POST', '/clock/advance', { seconds })
}

async function sweep(): Promise<void> {
  await pass(61)
  for (let banks = 0; banks < 4; banks++) await sweepPayments(needs).catch(() => 0)
}

async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await processCallbacks(needs)
    await needs.bankOrders.stepAndWait()
    await sweep()
  }
}

const fault = (kind: string, where: object) =>
  bank.control('POST', '/faults', { kind, partner: first, times: 1000, ...where })

async function mend(): Promise<void> {
  await bank.control('DELETE', '/faults')
  await pauseConnection(needs, ids[first], null)
  await sql`update bank_connections set next_callback_check_at = ${needs.clock()}`
  await untilDone(() => ensureCallbackUrls(needs))
  waitForBanks()
  await sweep()
}
afterEach(mend)

/** Servers cache a merchant's settings: this one has not been read yet. */
async function merchantAt(banks: string[], balance = '0') {
  const made = await trilho.newMerchant({ balance })
  const order = { chargeConnections: banks, payoutConnections: banks, initiationConnections: [] }
  const allowed = { allowsSecondCharge: false, allowsUnknownKeyOwner: false }
  await assignBanks(needs, { merchantId: made.merchantId, ...order, ...allowed })
  return made
}

for (const [partner, id] of Object.entries({ efi, inter, sicoob })) {
  const funding = await (await merchantAt([id])).createCashIn({ amount: '5000', webhook })
  const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${funding}`
  await bank.control('POST', `/charges/${partner}/${row?.externalId}/pay`, {})
}
await settle()
await volumeSummer(needs)()
const nameOf = (...pair: string[]) => pair.join(' ')
const merchants = new Map<string, Awaited<ReturnType<typeof merchantAt>>>()
for (const pair of pairs)
  merchants.set(
    nameOf(...pair),
    await merchantAt(
      pair.map(name => ids[name]),
      '1000',
    ),
  )
const merchant = () => merchants.get(nameOf(first, second)) ?? never()

function never(): never {
  throw new Error('there is no such merchant')
}

const bankOf = async (id: string) => {
  const [row] = await sql<{ connectionId: string }[]>`select connection_id from transactions where id = ${id}`
  return Object.entries(ids).find(([, connection]) => connection === row?.connectionId)?.[0]
}
const charge = (orderId: string = crypto.randomUUID()) =>
  merchant().requestCashIn({ amount: '3', webhook, transaction: { orderId } })
const payOut = () => merchant().createCashOut({ amount: '2', webhook, ...joao })
/** How many payouts each bank has paid. */
async function paidOut() {
  const payouts: { partner: string; state: string }[] = await bank.control('GET', '/payouts?all')
  const paid = payouts.filter(({ state }) => state === 'Paid')
  const by = (name: string) => paid.filter(({ partner }) => partner === name).length
  return { [first]: by(first), [second]: by(second) }
}

const charging = { path: '/v2/cob' }
const sendings = {
  efi: { method: 'PUT', path: '/v3/gn/pix' },
  inter: { method: 'POST', path: '/banking/v2/pix' },
}

/** How the first bank comes to be down, and what is under way there by then. */
const ways: Record<string, () => Promise<string[]>> = {
  async 'has an open circuit'() {
    await fault('server error', charging)
    await fault('server error', sendings[first])
    expect((await charge()).status).toBe(503)
    // Where the circuit was open in an earlier test, one failure opens it again.
    expect([503, 201]).toContain((await charge()).status)
    const sent = await Promise.all(times(5, payOut))
    await needs.bankOrders.stepAndWait()
    return sent
  },
  async 'takes no more calls for now'() {
    const limit = { retryAfterSeconds: 60 }
    await fault('too many requests', { ...charging, ...limit })
    await fault('too many requests', { ...sendings[first], ...limit })
    // A bank that refuses a call for its limit has not made the charge.
    const { status, body } = await charge()
    expect([status, await bankOf(body.data.transaction.id)]).toEqual([201, second])
    const sent = [await payOut()]
    await needs.bankOrders.stepAndWait()
    return sent
  },
  async 'does not take our callback URL'() {
    await fault('server error', { path: '/v2/webhook' })
    for (let tries = 0; tries < 3; tries++) {
      await sql`update bank_connections set next_callback_check_at = ${needs.clock()} where id = ${ids[first]}`
      await ensureCallbackUrls(needs).catch(() => 0)
      await pass(1)
    }
    waitForBanks()
    return []
  },
  async 'is paused'() {
    await pauseConnection(needs, ids[first], needs.clock())
    waitForBanks()
    return []
  },
  async 'gives no list of payments'() {
    await fault('server error', { method: 'GET', path: '/v2/pix?' })
    for (let minutes = 0; minutes < 11; minutes++) await sweep()
    waitForBanks()
    return []
  },
}

test.each(pairs.flatMap(pair => Object.keys(ways).map(way => [...pair, way] as const)))(
  'while %s, before %s, %s, new charges and payouts go to the next, what it may have stays there, and then it is used again',
  async (...[one, other, way]) => {
    ;[first, second] = [one, other] as Pair
    await mend()
    const before = await paidOut()
    const under = (await ways[way]?.()) ?? []
    const made = await charge()
    expect([made.status, await bankOf(made.body.data.transaction.id)]).toEqual([201, second])
    const next = await payOut()
    await needs.bankOrders.stepAndWait()
    expect([await bankOf(next), await Promise.all(under.map(bankOf))]).toEqual([second, under.map(() => first)])
    await mend()
    await settle()
    const states = await Promise.all([next, ...under].map(id => merchant().stateOf(id)))
    expect(states).toEqual(states.map(() => 'Completed'))
    // Each once, and at its own bank.
    expect(await paidOut()).toEqual({
      [first]: (before[first] ?? 0) + under.length,
      [second]: (before[second] ?? 0) + 1,
    })
    const afterwards = await charge()
    const last = await payOut()
    expect([await bankOf(afterwards.body.data.transaction.id), await bankOf(last)]).toEqual([first, first])
    await settle()
    expect(await auditBooks(needs)).toEqual([])
  },
)

/** The bank is waited for in the last two: with one other bank is enough. */
const lost = [
  ['fails with a 5xx', { kind: 'server error' }, 503],
  ['fails with a 5xx after it has acted', { kind: 'act, then server error' }, 201],
  ['answers too late', { kind: 'wait, then act', ms: 13_000 }, 503],
  ['acts and answers too late', { kind: 'act, then wait', ms: 13_000 }, 201],
] as const

test.each(
  pairs.flatMap(pair =>
    lost.filter(([, how]) => pair[1] !== 'inter' || !('ms' in how)).map(row => [...pair, ...row] as const),
  ),
)(
  'a charge and a payout whose bank, %s, before %s, %s are made at no other bank, and once',
  async (...[one, other, , { kind, ...how }, status]) => {
    ;[first, second] = [one, other] as Pair
    await mend()
    const before = await paidOut()
    await fault(kind, { ...charging, method: 'PUT', times: 1, ...how })
    await fault(kind, { ...sendings[first], times: 1, ...how })
    const orderId = crypto.randomUUID()
    const [response, payout] = await Promise.all([charge(orderId), payOut()])
    expect(response.status).toBe(status)
    await needs.bankOrders.stepAndWait()
    await mend()
    await settle()
    const again = await charge(orderId)
    expect([again.status, await bankOf(again.body.data.transaction.id)]).toEqual([201, first])
    expect([await bankOf(payout), await merchant().stateOf(payout)]).toEqual([first, 'Completed'])
    expect(await paidOut()).toEqual({ ...before, [first]: (before[first] ?? 0) + 1 })
  },
  60_000,
)

test('a refusal is answered as one also while an earlier call without an answer may still arrive', async () => {
  ;[first, second] = pairs[0]
  const orderId = crypto.randomUUID()
  await fault('drop', { ...charging, method: 'PUT', times: 1 })
  expect((await charge(orderId)).status).toBe(503)
  await fault('refusal', { ...charging, method: 'PUT', status: 422 })
  const { status, body } = await charge(orderId)
  expect([status, body.error.details.reason]).toEqual([409, 'RefusedByBank'])
})

test('each row of a batch goes to a bank that holds its amount beside the rows before it', async () => {
  const shop = await merchantAt([efi, sicoob], '9000')
  const row = {
    name: 'João Pereira',
    taxNumber: '11144477735',
    keyType: 'EMAIL',
    key: 'joao@mail.test',
    amount: '3000.00',
  }
  const batch = await shop.post('/payout-batches', { name: 'Semana 46', kind: 'payouts', rows: [row, row] })
  const by = { id: 'ana', name: 'Ana', realm: 'Partner' } as const
  const { merchantId } = shop
  await approveBatch(needs, { merchantId, batchId: batch.body.data.id, by, comment: null })
  await volumeSummer(needs)()
  await untilDone(() => runBatches(needs))
  const rows = await sql<{ transactionId: string }[]>`
    select transaction_id from payout_batch_rows where batch_id = ${batch.body.data.id} order by number`
  expect(await Promise.all(rows.map(({ transactionId }) => bankOf(transactionId)))).toEqual(['efi', 'sicoob'])
})
