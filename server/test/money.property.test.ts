import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditBooks } from '../src/operations/books-audit/audit-books.ts'
import { releaseReserves } from '../src/money/reserves/release-reserves.ts'
import { setReserve } from '../src/tenancy/merchants/set-terms.ts'
import { expireCharges } from '../src/money/transactions/expire-charges.ts'
import { clientWith } from './kit/api-client.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { expectKept } from './kit/money-kept.ts'
import { anyAct, newDiary, perform } from './kit/money-mix.ts'
import { assertProperty } from './kit/property.ts'
import { openSink } from './kit/webhook-sink.ts'
import { anyWithdrawalAct, withdrawalsOf } from './kit/withdrawal-mix.ts'

const trilho = await openTrilho()
const second = await trilho.startServer()
const sink = await openSink()

/** 0.10 a payment and 0.99 % of it; the initial balance is so small that cash-outs compete for it. */
const terms = { balance: '150.000000', chargeFixed: '0.10', chargeRate: 990_000n }

const anyTurn = fc.oneof({ weight: 5, arbitrary: anyAct }, { weight: 1, arbitrary: anyWithdrawalAct })

/** Concurrent actions, each of some merchant, sent to one of two servers; then time may pass. */
const anyMoment = fc.record({
  actions: fc.array(fc.record({ merchant: fc.nat(2), server: fc.nat(1), act: anyTurn }), {
    minLength: 4,
    maxLength: 16,
  }),
  timeGoesBy: fc.boolean(),
})

async function newMerchant() {
  const api = await trilho.newMerchant(terms)
  // A tenth of what comes in is held back until time passes.
  const reserve = { reserveRate: 10_000_000n, reserveAmount: null, reserveDays: 0 }
  await setReserve(trilho.needs, { merchantId: api.merchantId, ...reserve })
  const diary = newDiary()
  const withdrawals = await withdrawalsOf([trilho, second], api.merchantId, diary)
  return { api, clients: [api, clientWith(second.url, api.token)] as const, diary, withdrawals }
}

/** Charges of a second expire on both servers at once, while others still call. */
async function letTimeGoBy() {
  for (const { clock } of [trilho, second]) clock.aheadMs += 1_100
  await Promise.all([trilho, second, trilho].map(({ needs }) => expireCharges(needs)))
  await releaseAll()
}

/** On both servers at once: each hold is released once. */
async function releaseAll() {
  await Promise.all([trilho, second, trilho].map(({ needs }) => releaseReserves(needs)))
}

/** Checked in the database only: every event is numbered and unique, and no cash-out took money that was not available. */
async function expectSound() {
  expect(await auditBooks(trilho.needs)).toEqual([])
  expect(
    await trilho.sql`
    select merchant_id, sequence from postings
     where name in ('cashOutHeld', 'disputeBlocked') and available_after < 0 or blocked_after < 0`,
  ).toEqual([])
  expect(
    await trilho.sql`
    select t.id, t.events, e.positions
      from transactions t
      left join (select transaction_id, array_agg(position order by position) as positions
                   from webhook_events group by 1) e on e.transaction_id = t.id
     where coalesce(e.positions, '{}') <> array(select generate_series(1, t.events))`,
  ).toEqual([])
}

test('for any concurrent actions of several clients on two servers, the books are right and nothing acknowledged is lost', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(anyMoment, { minLength: 2, maxLength: 8 }),
      async (count, moments) => {
        const merchants = await Promise.all(times(count, newMerchant))
        for (const { actions, timeGoesBy } of moments) {
          const performed = actions.map(({ merchant, server, act }) => {
            const { clients, diary, withdrawals } = merchants[merchant % count] ?? merchants[0]!
            if (act.act === 'withdraw' || act.act === 'decide') return withdrawals.perform(act)
            return perform(clients[server === 0 ? 0 : 1], diary, { url: sink.url }, act)
          })
          await Promise.all([...performed, timeGoesBy ? letTimeGoBy() : null])
        }
        await releaseAll()
        expect(await trilho.sql`select 1 from balances where reserved <> 0`).toEqual([])
        for (const { api, diary, withdrawals } of merchants)
          await expectKept(api, diary, terms.balance, () => withdrawals.undecided())
        await expectSound()
      },
    ),
    { runs: 25, endOnFailure: true },
  )
})
