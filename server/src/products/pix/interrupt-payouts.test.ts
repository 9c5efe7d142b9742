import { ExternalFault } from '../../platform/lib/within-time.ts'
import { expect, test } from 'vitest'
import { clientWith } from '../../../test/kit/api-client.ts'
import { times } from '../../../test/kit/trilho.ts'
import {
  openPayoutDesk,
  paid,
  refused,
  timeOut,
  webhook,
  whenPaid,
  whenReturned,
} from '../../../test/kit/payout-desk.ts'
import { silentDoor } from '../../../test/kit/silent-door.ts'
import { runnerWith } from '../../../test/kit/test-bank.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'
import type { PayoutRail, PayoutReport } from '../../money/rails/rails.ts'
import { callSeconds, leaseSeconds } from '../../money/bank-orders/schedule.ts'
import type { Door } from '../../money/transactions/door.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const { trilho, silent, scriptedBank, step, wait, newPayout, payoutOf, expectOver } = await openPayoutDesk()

/** A worker that is killed when the bank answers: before it could write, or right after. */
const killed: Record<string, Door> = {
  'before it wrote the answer down': { ...silent, commit: async () => Promise.reject(new ExternalFault('killed')) },
  'after it wrote the answer down': {
    ...silent,
    commit: async work => {
      await silent.commit(work)
      throw new ExternalFault('killed')
    },
  },
}

test.each([
  ['before it wrote the answer down', paid, ['Completed'], whenPaid],
  ['before it wrote the answer down', refused, ['Error'], whenReturned],
  ['after it wrote the answer down', paid, ['Completed'], whenPaid],
  ['after it wrote the answer down', refused, ['Error'], whenReturned],
] as const)(
  'a worker killed %s (%o) is followed by another after its lease, and nothing is sent twice',
  async (when, report, events, balance) => {
    const bank = scriptedBank([
      ['send', report],
      ['ask', report],
    ])
    const payout = await newPayout()
    await expect(step(bank, killed[when])).rejects.toThrow('killed')
    wait(leaseSeconds - 1)
    expect(await step(bank)).toBe(0)
    wait(1)
    // What was written down is over, together with its order: nobody asks again.
    expect(await step(bank)).toBe(when.startsWith('after') ? 0 : 1)
    expect(bank.sent).toHaveLength(1)
    await expectOver(payout, [...events], balance)
  },
)

test('a worker killed before it called the bank is followed by another, and the payout is sent', async () => {
  const bank = scriptedBank([
    ['ask', null],
    ['send', paid],
  ])
  const payout = await newPayout()
  await trilho.sql`
    update bank_orders
       set state = 'Asking', attempts = 1, next_step_at = ${new Date(trilho.needs.clock().getTime() + leaseSeconds * 1000)}
     where id = ${payout.id}`
  expect(await step(bank)).toBe(0)
  wait(leaseSeconds)
  expect(await step(bank)).toBe(1)
  await expectOver(payout, ['Completed'], whenPaid)
})

test.each([
  ['the same', paid],
  ['the contrary', refused],
])('a worker that comes back after its lease with %s changes nothing any more', async (_title, late) => {
  const answer = Promise.withResolvers<PayoutReport>()
  const slow = scriptedBank([['send', () => answer.promise]])
  const payout = await newPayout()
  const slowStep = step(slow)
  await expect.poll(() => slow.calls.length).toBe(1)
  wait(leaseSeconds)
  await step(scriptedBank([['ask', paid]]))
  answer.resolve(late)
  await slowStep
  await expectOver(payout, ['Completed'], whenPaid)
})

const lateSteps: Record<string, PayoutRail['sendPayout']> = {
  'a refusal': async () => refused,
  'no answer': timeOut,
  'a doubt': async () => ({ state: 'doubtful', cause: 'AccountClosed' }),
  'an id to remember': async (_payout, { remember }) => {
    await remember('late')
    return timeOut()
  },
}

test.each(Object.entries(lateSteps))(
  'a worker that comes back with %s after its lease leaves the order to the one that has it now',
  async (_title, late) => {
    const [isLate, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<PayoutReport>()]
    const [slow, next] = [scriptedBank([]), scriptedBank([['ask', () => answer.promise]])]
    const payout = await newPayout()
    const rowNow = () => trilho.sql`select * from bank_orders where id = ${payout.id}`
    const sendPayout: typeof late = (...asked) => isLate.promise.then(() => late(...asked))
    const slowStep = step({ ...slow, rail: { ...slow.rail, sendPayout } })
    await expect.poll(() => payoutOf(payout.id)).toMatchObject({ attempts: 1 })
    wait(leaseSeconds)
    const nextStep = step(next)
    await expect.poll(() => next.calls.length).toBe(1)
    const before = await rowNow()
    isLate.resolve()
    await slowStep
    expect(await rowNow()).toEqual(before)
    answer.resolve(paid)
    await nextStep
    await expectOver(payout, ['Completed'], whenPaid)
  },
)

test('a payout that is cancelled before anybody sent it is taken back with its order', async () => {
  const bank = scriptedBank([['send', paid]])
  const payout = await newPayout()
  await silent.apply({ merchantId: payout.api.merchantId, id: payout.id, event: { kind: 'cancelled' } })
  expect(await step(bank)).toBe(0)
  expect(bank.calls).toEqual([])
  expect(await payout.api.stateOf(payout.id)).toBe('Canceled')
  expect(await payout.api.balance()).toMatchObject(whenReturned)
  expect(await payoutOf(payout.id)).toBeUndefined()
})

test('a payout that may have gone to the bank cannot be cancelled', async () => {
  const bank = scriptedBank([
    ['send', timeOut],
    ['ask', paid],
  ])
  const payout = await newPayout()
  await step(bank)
  const cancelled = silent.apply({ merchantId: payout.api.merchantId, id: payout.id, event: { kind: 'cancelled' } })
  await expect(cancelled).rejects.toMatchObject({ reason: 'TransactionStateNotAllowed' })
  wait(1)
  await step(bank)
  await expectOver(payout, ['Completed'], whenPaid)
})

test('the lease outlasts the two calls a step may make', () => {
  expect(leaseSeconds).toBeGreaterThan(2 * callSeconds)
})

/** In this file's own database a claim takes its time, so that workers really meet. */
await trilho.sql`
  create function linger() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(0.001);
    return new;
  end $$`
await trilho.sql`create trigger linger before update on bank_orders for each row execute function linger()`

test('120 payouts and five workers on two servers: each is sent once and notified once', async () => {
  const second = await trilho.startServer()
  second.clock.aheadMs = trilho.clock.aheadMs
  const api = await trilho.newMerchant({ balance: '120' })
  const elsewhere = clientWith(second.url, api.token)
  const ids = await Promise.all(times(120, i => (i % 2 ? api : elsewhere).createCashOut({ amount: '1', webhook })))
  const bank = scriptedBank([['send', paid]])
  const work = async ({ needs }: Pick<typeof trilho, 'needs'>) => {
    const runner = runnerWith({ ...needs, door: silentDoor(needs) }, { payouts: bank.rail })
    await untilDone(() => runner.stepAndWait())
  }
  await Promise.all([trilho, trilho, trilho, second, second].map(work))
  expect(bank.calls.map(([, id]) => id).sort()).toEqual(ids.sort())
  const events = await trilho.sql`
    select transaction_id from webhook_events where merchant_id = ${api.merchantId} order by transaction_id`
  expect(events.map(event => event.transactionId)).toEqual(ids)
  expect(await api.balance()).toMatchObject({ available: '0.000000', held: '0.000000' })
  expect(await auditBooks(trilho.needs)).toEqual([])
})
