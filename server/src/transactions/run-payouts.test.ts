import { afterEach, expect, test, vi } from 'vitest'
import { clientWith } from '../../test/api-client.ts'
import { cpf, openTrilho, times } from '../../test/kit.ts'
import { auditBooks } from '../audit/audit-books.ts'
import type { Payout, PayoutReport, PixRail } from '../rails/rail.ts'
import { simulatedParticipant } from '../rails/simulator/test-data.ts'
import { startWorkers } from '../worker.ts'
import { callSeconds, leaseSeconds, mostSteps, pausesSeconds } from './payout-schedule.ts'
import { runPayouts } from './run-payouts.ts'

const trilho = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
const webhook = { url: 'https://hooks.example.invalid/hook' }
const plan = { chargeFixed: '0.10', chargeRate: 990_000n }

// A payout that a test leaves unfinished must not be taken up by the next.
afterEach(() => trilho.sql`delete from payouts`)

const accepted: PayoutReport = { state: 'accepted', externalId: 'bank-1' }
const paid: PayoutReport = {
  state: 'paid',
  externalId: 'bank-1',
  endToEndId: 'E9999999920261115120012345678901',
  participant: simulatedParticipant('João de Souza', cpf.joao),
}
const refused: PayoutReport = { state: 'refused', cause: 'AccountClosed' }
const timeOut = () => Promise.reject(new Error('ETIMEDOUT'))
const silence = () => new Promise<never>(() => {})

/** What the bank says to one call; a function does what a bad bank or a bad line does. */
type Saying = PayoutReport | null | (() => Promise<PayoutReport | null>)
type Call = [what: 'send' | 'ask', transactionId: string]

/** A bank that says what the script says, call by call, and then its last line again and again. */
function scriptedRail(script: [what: Call[0], saying: Saying][]) {
  const calls: Call[] = []
  const sent: Payout[] = []
  const say = async (what: Call[0], payout: Payout) => {
    const line = script[Math.min(calls.length, script.length - 1)]
    calls.push([what, payout.transactionId])
    if (what === 'send') sent.push(payout)
    if (line?.[0] !== what) throw new Error(`the script has no ${what} here`)
    return typeof line[1] === 'function' ? line[1]() : line[1]
  }
  const rail: PixRail = {
    ...trilho.needs.pixRail,
    sendPayout: payout => say('send', payout) as Promise<PayoutReport>,
    readPayout: payout => say('ask', payout),
  }
  return { rail, calls, sent }
}

type Bank = ReturnType<typeof scriptedRail>

const step = ({ rail }: Pick<Bank, 'rail'>, { applyEvent } = trilho.needs) =>
  runPayouts({ ...trilho.needs, pixRail: rail, applyEvent })
const wait = (seconds: number) => void (trilho.clock.aheadMs += seconds * 1000)

/** Takes as many steps as the script has lines, each as soon as it is due. */
async function play(bank: Bank, steps: number) {
  for (let taken = 0; taken < steps; taken++) {
    expect(await step(bank)).toBe(1)
    wait(pausesSeconds[taken] ?? 0)
  }
}

async function newPayout(amount = '10') {
  const api = await trilho.newMerchant({ balance: '100', ...plan })
  const id = await api.createCashOut({ amount, webhook, transaction: { orderId: 'o-1' } })
  return { api, id }
}

/** The events of a transaction, in the order in which the merchant is told. */
const eventsOf = async (id: string) => {
  const events = await trilho.sql<{ payload: string }[]>`
    select payload from webhook_events where transaction_id = ${id} order by position`
  return events.map(({ payload }) => JSON.parse(payload).transactionState)
}

const payoutOf = async (id: string) => {
  const [payout] = await trilho.sql`select attempts, next_step_at from payouts where transaction_id = ${id}`
  return payout
}

const before = { available: '89.800000', held: '10.200000' }
const after = { available: '89.800000', held: '0.000000', total: '89.800000' }
const returned = { available: '100.000000', held: '0.000000' }

/** State, events and money agree, and nobody works on the payout any more. */
async function expectOver({ api, id }: Awaited<ReturnType<typeof newPayout>>, events: string[], balance: object) {
  expect(await api.stateOf(id)).toBe(events.at(-1))
  expect(await eventsOf(id)).toEqual(events)
  expect(await api.balance()).toMatchObject(balance)
  expect(await payoutOf(id)).toBeUndefined()
  expect(await auditBooks(trilho.needs)).toEqual([])
}

test('outside the sandbox a payout runs by itself: Created, Registered, Completed', async () => {
  const faults: object[] = []
  const workers = startWorkers(trilho.needs, { error: fault => faults.push(fault) })
  const payout = await newPayout()
  await expect.poll(() => payout.api.stateOf(payout.id), { timeout: 10_000, interval: 20 }).toBe('Completed')
  await expect.poll(() => payoutOf(payout.id)).toBeUndefined()
  await workers.stop()
  await expectOver(payout, ['Registered', 'Completed'], after)
  expect((await payout.api.read(payout.id)).body.data.transaction).toMatchObject({
    externalId: payout.id.replaceAll('-', ''),
    stateRegisteredDate: expect.any(String),
    receiptAmount: '10.000000',
    receiptVoucher: expect.stringMatching(/^E/),
    recipient: { name: 'João de Souza', taxNumber: cpf.joao },
  })
  expect(faults).toEqual([])
})

test('the bank is told what to pay, to whom, and under the id of the transaction', async () => {
  const bank = scriptedRail([
    ['send', accepted],
    ['ask', paid],
  ])
  const { id } = await newPayout('12.34')
  await play(bank, 2)
  expect(bank.sent).toStrictEqual([
    {
      transactionId: id,
      amount: 12_340_000n,
      keyType: 'EMAIL',
      key: 'joao@example.com',
      recipient: { name: 'João de Souza', taxNumber: cpf.joao },
    },
  ])
})

test.each<[title: string, script: [Call[0], Saying][], events: string[], balance: object]>([
  [
    'accepts and later says paid',
    [
      ['send', accepted],
      ['ask', accepted],
      ['ask', paid],
    ],
    ['Registered', 'Completed'],
    after,
  ],
  ['pays at once', [['send', paid]], ['Completed'], after],
  ['refuses at once', [['send', refused]], ['Error'], returned],
  [
    'accepts and later refuses',
    [
      ['send', accepted],
      ['ask', refused],
    ],
    ['Registered', 'Error'],
    returned,
  ],
  [
    'does not answer, and when asked says paid',
    [
      ['send', timeOut],
      ['ask', paid],
    ],
    ['Completed'],
    after,
  ],
  [
    'does not answer, and when asked says refused',
    [
      ['send', timeOut],
      ['ask', refused],
    ],
    ['Error'],
    returned,
  ],
  [
    'does not answer, nor when asked, and then says accepted and paid',
    [
      ['send', timeOut],
      ['ask', timeOut],
      ['ask', accepted],
      ['ask', paid],
    ],
    ['Registered', 'Completed'],
    after,
  ],
])('a payout whose bank %s is sent once and ends so', async (_title, script, events, balance) => {
  const bank = scriptedRail(script)
  const payout = await newPayout()
  await play(bank, script.length)
  expect(bank.calls).toEqual(script.map(([what]) => [what, payout.id]))
  await expectOver(payout, events, balance)
})

test('a payout that the bank says it never got is sent again, under the same id', async () => {
  const bank = scriptedRail([
    ['send', timeOut],
    ['ask', null],
    ['send', timeOut],
    ['ask', null],
    ['send', accepted],
    ['ask', paid],
  ])
  const payout = await newPayout()
  await play(bank, 4)
  expect(bank.sent.map(sent => sent.transactionId)).toEqual([payout.id, payout.id, payout.id])
  await expectOver(payout, ['Registered', 'Completed'], after)
})

test('the cause of a refusal is told', async () => {
  const { api, id } = await newPayout()
  await step(scriptedRail([['send', refused]]))
  expect((await api.read(id)).body.data.transaction).toMatchObject({
    state: 'Error',
    stateErrorCause: 'AccountClosed',
    stateErrorDate: expect.any(String),
    recipient: null,
  })
})

const nonsense = [
  ['an unknown state', async () => ({ state: 'maybe' })],
  ['nothing', async () => undefined],
  ['a text', async () => 'OK'],
  [
    'a fault thrown on the spot',
    () => {
      throw new TypeError('not a function')
    },
  ],
] as unknown as [string, () => Promise<PayoutReport>][]

test.each(nonsense)('a bank that answers %s leaves the fate unknown: it is asked again', async (_title, answer) => {
  const bank = scriptedRail([
    ['send', answer],
    ['ask', answer === nonsense[1]?.[1] ? timeOut : answer],
    ['ask', paid],
  ])
  const payout = await newPayout()
  await step(bank)
  expect(await payout.api.stateOf(payout.id)).toBe('Created')
  expect(await payout.api.balance()).toMatchObject(before)
  for (const seconds of pausesSeconds.slice(0, 2)) {
    wait(seconds)
    await step(bank)
  }
  expect(bank.calls.map(([what]) => what)).toEqual(['send', 'ask', 'ask'])
  await expectOver(payout, ['Completed'], after)
})

test('a bank that stays silent is waited for as long as the schedule says, and then asked', async () => {
  const bank = scriptedRail([
    ['send', silence],
    ['ask', paid],
  ])
  const payout = await newPayout()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const taken = step(bank)
  await vi.waitUntil(() => bank.calls.length === 1)
  await vi.advanceTimersByTimeAsync(callSeconds * 1000)
  vi.useRealTimers()
  expect(await taken).toBe(1)
  wait(pausesSeconds[0])
  await step(bank)
  await expectOver(payout, ['Completed'], after)
})

test('a bank is asked after the pauses of the schedule, not before', async () => {
  const bank = scriptedRail([
    ['send', accepted],
    ['ask', accepted],
  ])
  await newPayout()
  await step(bank)
  for (const seconds of pausesSeconds) {
    wait(seconds - 0.5)
    expect(await step(bank)).toBe(0)
    wait(0.5)
    expect(await step(bank)).toBe(1)
  }
})

test(`a payout that never ends is left to a person after ${mostSteps} steps, with its money held`, async () => {
  const bank = scriptedRail([
    ['send', accepted],
    ['ask', timeOut],
  ])
  const { api, id } = await newPayout()
  let steps = 0
  while ((await step(bank)) === 1) {
    steps++
    wait(3600)
  }
  expect(steps).toBe(mostSteps)
  expect(bank.sent).toHaveLength(1)
  expect(await payoutOf(id)).toEqual({ attempts: mostSteps, nextStepAt: null })
  expect(await api.stateOf(id)).toBe('Registered')
  expect(await api.balance()).toMatchObject(before)
})

/** A worker that is killed at the moment it hears the bank: before it could write, or right after. */
const killed = {
  'before it wrote the answer down': async () => Promise.reject(new Error('killed')),
  'after it wrote the answer down': async (wanted: Parameters<typeof trilho.needs.applyEvent>[0]) => {
    await trilho.needs.applyEvent(wanted)
    throw new Error('killed')
  },
}

test.each([
  ['before it wrote the answer down', paid, ['Completed'], after],
  ['before it wrote the answer down', refused, ['Error'], returned],
  ['after it wrote the answer down', paid, ['Completed'], after],
  ['after it wrote the answer down', refused, ['Error'], returned],
] as const)('a worker killed %s (%o) is followed by another after its lease, and nothing is sent twice', async (when, report, events, balance) => {
  const bank = scriptedRail([
    ['send', report],
    ['ask', report],
  ])
  const payout = await newPayout()
  await expect(step(bank, { ...trilho.needs, applyEvent: killed[when] })).rejects.toThrow('killed')
  wait(leaseSeconds - 1)
  expect(await step(bank)).toBe(0)
  wait(1)
  expect(await step(bank)).toBe(1)
  expect(bank.sent).toHaveLength(1)
  await expectOver(payout, [...events], balance)
})

test('a worker killed before it called the bank is followed by another, and the payout is sent', async () => {
  const bank = scriptedRail([
    ['ask', null],
    ['send', paid],
  ])
  const payout = await newPayout()
  await trilho.sql`
    update payouts set attempts = 1, next_step_at = ${new Date(trilho.needs.clock().getTime() + leaseSeconds * 1000)}
     where transaction_id = ${payout.id}`
  expect(await step(bank)).toBe(0)
  wait(leaseSeconds)
  expect(await step(bank)).toBe(1)
  await expectOver(payout, ['Completed'], after)
})

test.each([
  ['the same', paid],
  ['the contrary', refused],
])('a worker that comes back after its lease with %s changes nothing any more', async (_title, late) => {
  const answer = Promise.withResolvers<PayoutReport>()
  const slow = scriptedRail([['send', () => answer.promise]])
  const payout = await newPayout()
  const slowStep = step(slow)
  await expect.poll(() => slow.calls.length).toBe(1)
  wait(leaseSeconds)
  await step(scriptedRail([['ask', paid]]))
  answer.resolve(late)
  await slowStep
  await expectOver(payout, ['Completed'], after)
})

test('a payout whose transaction is over is never sent', async () => {
  const bank = scriptedRail([['send', paid]])
  const payout = await newPayout()
  await trilho.needs.applyEvent({ merchantId: payout.api.merchantId, id: payout.id, event: { kind: 'cancelled' } })
  expect(await step(bank)).toBe(1)
  expect(bank.calls).toEqual([])
  expect(await payout.api.balance()).toMatchObject(returned)
  expect(await payoutOf(payout.id)).toBeUndefined()
})

test('the lease outlasts the two calls a step may make', () => {
  expect(leaseSeconds).toBeGreaterThan(2 * callSeconds)
})

test('120 payouts and five workers on two servers: each is sent once and told once', async () => {
  const second = await trilho.startServer()
  second.clock.aheadMs = trilho.clock.aheadMs
  const api = await trilho.newMerchant({ balance: '120' })
  const clients = [api, clientWith(second.url, api.token)]
  const ids = await Promise.all(times(120, i => clients[i % 2]?.createCashOut({ amount: '1', webhook })))
  const bank = scriptedRail([['send', paid]])
  const work = async (needs: typeof trilho.needs) => {
    while ((await runPayouts({ ...needs, pixRail: bank.rail })) > 0);
  }
  await Promise.all([trilho, trilho, trilho, second, second].map(({ needs }) => work(needs)))
  expect(bank.calls.map(([, id]) => id).sort()).toEqual(ids.sort())
  const told = await trilho.sql`
    select transaction_id from webhook_events where merchant_id = ${api.merchantId} order by transaction_id`
  expect(told.map(event => event.transactionId)).toEqual(ids)
  expect(await api.balance()).toMatchObject({ available: '0.000000', held: '0.000000' })
  expect(await auditBooks(trilho.needs)).toEqual([])
})

test('an order repeated while its payout runs sends nothing more', async () => {
  const bank = scriptedRail([
    ['send', accepted],
    ['ask', paid],
  ])
  const payout = await newPayout()
  const repeat = () => payout.api.createCashOut({ amount: '10', webhook, transaction: { orderId: 'o-1' } })
  expect(await repeat()).toBe(payout.id)
  await step(bank)
  expect(await repeat()).toBe(payout.id)
  wait(pausesSeconds[0])
  expect(await step(bank)).toBe(1)
  expect(await repeat()).toBe(payout.id)
  expect(await step(bank)).toBe(0)
  expect(bank.sent).toHaveLength(1)
  await expectOver(payout, ['Registered', 'Completed'], after)
})
