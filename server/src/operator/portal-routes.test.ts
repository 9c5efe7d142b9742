import { expect, test } from 'vitest'
import { openTrilho } from '../../test/kit/trilho.ts'
import { newPortalPerson } from '../../test/kit/portal-client.ts'
import { openSink } from '../../test/kit/webhook-sink.ts'
import { watchBooks } from '../books-audit/watch-books.ts'

const trilho = await openTrilho()
const operator = await newPortalPerson(trilho, { isOperator: true })
const platform = async () => (await operator.get('/operator/platform')).body.data

test('the platform tells the money of all merchants, what is held of it and what was earned', async () => {
  const before = await platform()
  expect(before).toMatchObject({ merchants: 0, balance: { available: '0.000000', held: '0.000000', fees: '0.000000' } })
  const sink = await openSink()
  const one = await trilho.newMerchant({ balance: '100', chargeFixed: '0.50' })
  await trilho.newMerchant({ balance: '30' })
  const cashIn = await one.createCashIn({ amount: '10', webhook: { url: sink.url } })
  await one.simulate('complete', cashIn)
  await one.createCashOut({ amount: '20' })
  expect(await platform()).toMatchObject({
    merchants: 2,
    balance: { available: '119.000000', held: '20.500000', fees: '0.500000' },
  })
})

test('webhooks of the last hour are told by how they ended, and older ones no more', async () => {
  const [good, bad] = [await openSink(), await openSink({ status: 500 })]
  const merchant = await trilho.newMerchant()
  const before = (await platform()).webhooks
  for (const { url } of [good, good, good, bad])
    await merchant.simulate('complete', await merchant.createCashIn({ webhook: { url } }))
  await expect.poll(async () => (await platform()).webhooks.attempts).toBe(before.attempts + 4)
  expect((await platform()).webhooks).toMatchObject({
    windowSeconds: 3600,
    accepted: before.accepted + 3,
    unfinished: before.unfinished + 1,
    openCircuits: before.openCircuits,
  })
  trilho.clock.aheadMs += 61 * 60_000
  expect((await platform()).webhooks).toMatchObject({ attempts: 0, accepted: 0 })
  trilho.clock.aheadMs = 0
})

test('rails, database and payouts are told; the simulator says that it is one', async () => {
  expect(await platform()).toMatchObject({
    rails: { pix: { isSimulator: true, isUp: true }, openFinance: { isSimulator: true, isUp: true } },
    payouts: { due: 0, stuck: 0, areSent: false },
    database: { isMigrated: true, version: expect.stringMatching(/^\d+/), answerMs: expect.any(Number) },
  })
})

test('the last proof of the books is told, right or wrong', async () => {
  expect((await platform()).books).toBeNull()
  await watchBooks(trilho.needs)
  expect((await platform()).books).toMatchObject({ faults: 0 })
  await trilho.sql`update balances set available = available + 1, bank = bank - 1`
  await watchBooks(trilho.needs)
  expect((await platform()).books.faults).toBeGreaterThan(0)
  await trilho.sql`update balances set available = available - 1, bank = bank + 1`
})

test('payouts that wait for the bank, and those that need a person, are told', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const merchant = await production.newMerchant({ balance: '100' })
  for (const _ of [1, 2]) await merchant.createCashOut({ webhook: { url: 'https://shop.example/hook' } })
  await production.sql`
    update payouts set next_step_at = null where transaction_id = (select min(transaction_id::text)::uuid from payouts)`
  const there = await newPortalPerson(production, { isOperator: true })
  expect((await there.get('/operator/platform')).body.data.payouts).toEqual({ due: 1, stuck: 1, areSent: true })
})
