import { expect, test } from 'vitest'
import { clientWith } from '../../test/kit/api-client.ts'
import { times } from '../../test/kit/trilho.ts'
import { openPayoutDesk, paid, refused, webhook, whenPaid, whenReturned } from '../../test/kit/payout-desk.ts'
import { silentDoor } from '../../test/kit/silent-door.ts'
import { auditBooks } from '../books-audit/audit-books.ts'
import type { PayoutReport } from '../rails/rail.ts'
import { callSeconds, leaseSeconds } from './payout-schedule.ts'
import { runPayouts } from './run-payouts.ts'

const { trilho, applyEvent, scriptedBank, step, wait, newPayout, payoutOf, expectOver } = await openPayoutDesk()

/** A worker that is killed at the moment it hears the bank: before it could write, or right after. */
const killed = {
  'before it wrote the answer down': async () => Promise.reject(new Error('killed')),
  'after it wrote the answer down': async (wanted: Parameters<typeof applyEvent>[0]) => {
    await applyEvent(wanted)
    throw new Error('killed')
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
    expect(await step(bank)).toBe(1)
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
    update payouts set attempts = 1, next_step_at = ${new Date(trilho.needs.clock().getTime() + leaseSeconds * 1000)}
     where transaction_id = ${payout.id}`
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

test('a payout whose transaction is over is never sent', async () => {
  const bank = scriptedBank([['send', paid]])
  const payout = await newPayout()
  await applyEvent({ merchantId: payout.api.merchantId, id: payout.id, event: { kind: 'cancelled' } })
  expect(await step(bank)).toBe(1)
  expect(bank.calls).toEqual([])
  expect(await payout.api.balance()).toMatchObject(whenReturned)
  expect(await payoutOf(payout.id)).toBeUndefined()
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
await trilho.sql`create trigger linger before update on payouts for each row execute function linger()`

test('120 payouts and five workers on two servers: each is sent once and told once', async () => {
  const second = await trilho.startServer()
  second.clock.aheadMs = trilho.clock.aheadMs
  const api = await trilho.newMerchant({ balance: '120' })
  const elsewhere = clientWith(second.url, api.token)
  const ids = await Promise.all(times(120, i => (i % 2 ? api : elsewhere).createCashOut({ amount: '1', webhook })))
  const bank = scriptedBank([['send', paid]])
  const work = async ({ needs }: Pick<typeof trilho, 'needs'>) => {
    while ((await runPayouts({ ...needs, ...silentDoor(needs), pixRail: bank.rail })) > 0);
  }
  await Promise.all([trilho, trilho, trilho, second, second].map(work))
  expect(bank.calls.map(([, id]) => id).sort()).toEqual(ids.sort())
  const told = await trilho.sql`
    select transaction_id from webhook_events where merchant_id = ${api.merchantId} order by transaction_id`
  expect(told.map(event => event.transactionId)).toEqual(ids)
  expect(await api.balance()).toMatchObject({ available: '0.000000', held: '0.000000' })
  expect(await auditBooks(trilho.needs)).toEqual([])
})
