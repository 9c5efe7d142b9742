import { expect, test } from 'vitest'
import { openTrilho, times } from '../../test/kit/trilho.ts'
import { newPortalPerson } from '../../test/kit/portal-client.ts'
import { openSink } from '../../test/kit/webhook-sink.ts'
import { mostSteps, pauseAfter } from '../bank-orders/schedule.ts'
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

test('connections, database and bank orders are told; the simulator says that it is one', async () => {
  expect(await platform()).toMatchObject({
    connections: [{ name: 'Simulated bank', isDefault: true, isSimulator: true, isUp: true }],
    bankOrders: { due: 0, exceptions: 0 },
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

test('orders that wait for the bank, and those that need a person, are told', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const merchant = await production.newMerchant({ balance: '100' })
  const [id] = await Promise.all(
    times(2, () => merchant.createCashOut({ webhook: { url: 'https://hooks.example.invalid/' } })),
  )
  await production.sql`update bank_orders set step = ${mostSteps - 1} where id = ${id ?? ''}`
  await production.needs.bankOrders.stepAndWait()
  production.clock.aheadMs += pauseAfter(1) * 1000
  const there = await newPortalPerson(production, { isOperator: true })
  const { bankOrders, connections } = (await there.get('/operator/platform')).body.data
  expect(bankOrders).toEqual({ due: 1, exceptions: 1 })
  expect(connections).toMatchObject([{ name: 'Test bank', isSimulator: false, isUp: true }])
})
