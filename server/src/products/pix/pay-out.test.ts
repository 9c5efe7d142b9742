import { expect, test, vi } from 'vitest'
import { cpf } from '../../../test/kit/trilho.ts'
import { patienceMs } from '../../../test/kit/patience.ts'
import {
  type Script,
  accepted,
  openPayoutDesk,
  paid,
  refused,
  timeOut,
  webhook,
  whenPaid,
  whenReturned,
  whileHeld,
} from '../../../test/kit/payout-desk.ts'
import type { PayoutReport } from '../../money/rails/rails.ts'
import { startWorkers } from '../../worker.ts'
import { callSeconds, mostSteps, pausesSeconds } from '../../money/bank-orders/schedule.ts'

const { trilho, scriptedBank, step, wait, play, newPayout, payoutOf, expectOver } = await openPayoutDesk()

const silence = () => new Promise<never>(() => {})

test('outside the sandbox a payout runs by itself: Created, Registered, Completed', async () => {
  const faults: object[] = []
  const workers = startWorkers(trilho.needs, { error: fault => faults.push(fault) })
  const payout = await newPayout()
  await expect.poll(() => payout.api.stateOf(payout.id), { interval: 20 }).toBe('Completed')
  await expect.poll(() => payoutOf(payout.id)).toBeUndefined()
  await workers.stop()
  await expectOver(payout, ['Registered', 'Completed'], whenPaid)
  expect((await payout.api.read(payout.id)).body.data.transaction).toMatchObject({
    externalId: payout.id.replaceAll('-', ''),
    stateRegisteredDate: expect.any(String),
    receiptAmount: '10.000000',
    receiptVoucher: expect.stringMatching(/^E/),
    recipient: { name: 'João de Souza', taxNumber: cpf.joao },
  })
  expect(faults).toEqual([])
})

test('the bank gets the order what to pay, to whom, and under the id of the transaction', async () => {
  const bank = scriptedBank([
    ['send', accepted],
    ['ask', paid],
  ])
  const { id } = await newPayout('12.34')
  await play(bank, 2)
  expect(bank.sent).toStrictEqual([
    {
      bankOrderId: id,
      bankReference: null,
      causeFromNotice: null,
      isSentBefore: false,
      transactionId: id,
      amount: 12_340_000n,
      keyType: 'EMAIL',
      key: 'joao@example.com',
      recipient: { name: 'João de Souza', taxNumber: cpf.joao },
    },
  ])
})

test.each<[title: string, script: Script, events: string[], balance: object]>([
  [
    'accepts and later says paid',
    [
      ['send', accepted],
      ['ask', accepted],
      ['ask', paid],
    ],
    ['Registered', 'Completed'],
    whenPaid,
  ],
  ['pays at once', [['send', paid]], ['Completed'], whenPaid],
  ['refuses at once', [['send', refused]], ['Error'], whenReturned],
  [
    'accepts and later refuses',
    [
      ['send', accepted],
      ['ask', refused],
    ],
    ['Registered', 'Error'],
    whenReturned,
  ],
  [
    'does not answer, and when asked says paid',
    [
      ['send', timeOut],
      ['ask', paid],
    ],
    ['Completed'],
    whenPaid,
  ],
  [
    'does not answer, and when asked says refused',
    [
      ['send', timeOut],
      ['ask', refused],
    ],
    ['Error'],
    whenReturned,
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
    whenPaid,
  ],
])('a payout whose bank %s is sent once and ends so', async (_title, script, events, balance) => {
  const bank = scriptedBank(script)
  const payout = await newPayout()
  await play(bank, script.length)
  expect(bank.calls).toEqual(script.map(([what]) => [what, payout.id]))
  await expectOver(payout, events, balance)
  const { state, externalId } = (await payout.api.read(payout.id)).body.data.transaction
  expect(state === 'Error' || externalId === 'bank-1').toBe(true)
})

test('a payout that the bank says it never got is sent again, under the same id', async () => {
  const bank = scriptedBank([
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
  await expectOver(payout, ['Registered', 'Completed'], whenPaid)
})

test('the cause of a refusal is reported', async () => {
  const { api, id } = await newPayout()
  await step(scriptedBank([['send', refused]]))
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
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    },
  ],
] as unknown as [string, () => Promise<PayoutReport>][]

test.each(nonsense)('a bank that answers %s leaves the fate unknown: it is asked again', async (_title, answer) => {
  const bank = scriptedBank([
    ['send', answer],
    ['ask', answer === nonsense[1]?.[1] ? timeOut : answer],
    ['ask', paid],
  ])
  const payout = await newPayout()
  await step(bank)
  expect(await payout.api.stateOf(payout.id)).toBe('Created')
  expect(await payout.api.balance()).toMatchObject(whileHeld)
  for (const seconds of pausesSeconds.slice(0, 2)) {
    wait(seconds)
    await step(bank)
  }
  expect(bank.calls.map(([what]) => what)).toEqual(['send', 'ask', 'ask'])
  await expectOver(payout, ['Completed'], whenPaid)
})

test('a bank that stays silent is waited for as long as the schedule says, and then asked', async () => {
  const bank = scriptedBank([
    ['send', silence],
    ['ask', paid],
  ])
  const payout = await newPayout()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const taken = step(bank)
  await vi.waitUntil(() => bank.calls.length === 1, { timeout: patienceMs })
  await vi.advanceTimersByTimeAsync(2 * callSeconds * 1000)
  vi.useRealTimers()
  expect(await taken).toBe(1)
  wait(pausesSeconds[0])
  await step(bank)
  await expectOver(payout, ['Completed'], whenPaid)
})

test('a bank is asked after the pauses of the schedule, not before', async () => {
  const bank = scriptedBank([
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
  const bank = scriptedBank([
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
  expect(await payoutOf(id)).toEqual({ state: 'Exception', attempts: mostSteps, nextStepAt: null })
  expect(
    await trilho.sql`select kind, bank_order_id, state, said from bank_exceptions where transaction_id = ${id}`,
  ).toEqual([{ kind: 'payout', bankOrderId: id, state: 'Open', said: { code: 'noEnd', value: String(mostSteps) } }])
  expect(await api.stateOf(id)).toBe('Registered')
  expect(await api.balance()).toMatchObject(whileHeld)
})

test('an order repeated while its payout runs sends nothing more', async () => {
  const bank = scriptedBank([
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
  await expectOver(payout, ['Registered', 'Completed'], whenPaid)
})
