import { expect, test } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { mostSteps, pauseAfter } from '../../money/bank-orders/schedule.ts'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import { periodOf } from '../volumes/read-volumes.ts'
import { volumeSummer } from '../volumes/sum-up-volumes.ts'
import { watchBooks } from '../books-audit/audit-books.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho()
const operator = await newPortalPerson(trilho, { isOperator: true })
const platform = async () => (await operator.get('/operator/platform')).body.data

test('the platform shows the money of all merchants, what is held of it and what was earned', async () => {
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

test('webhooks of the last hour are counted by outcome, and older ones no more', async () => {
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
    whoRefuses: [{ merchantId: merchant.merchantId, merchantName: 'Padaria São João Ltda', count: 1 }],
    whoWaits: expect.arrayContaining([expect.objectContaining({ merchantId: merchant.merchantId, count: 1 })]),
  })
  trilho.clock.aheadMs += 61 * 60_000
  expect((await platform()).webhooks).toMatchObject({ attempts: 0, accepted: 0 })
  trilho.clock.aheadMs = 0
})

test('connections, database and bank orders are shown; the simulator is marked as one', async () => {
  expect(await platform()).toMatchObject({
    connections: [{ name: 'Simulated bank', isDefault: true, isSimulator: true, isUp: true }],
    bankOrders: { due: 0, exceptions: 0 },
    database: { missing: [], version: expect.stringMatching(/^\d+/), answerMs: expect.any(Number) },
  })
})

test('the last audit of the books is shown, right or wrong', async () => {
  expect((await platform()).books).toBeNull()
  await watchBooks(trilho.needs)
  expect((await platform()).books).toMatchObject({ faults: 0 })
  await trilho.sql`update balances set available = available + 1, bank = bank - 1`
  await watchBooks(trilho.needs)
  const { faults, first } = (await platform()).books
  expect([faults > 0, first[0]]).toEqual([
    true,
    {
      merchantId: expect.any(String),
      merchantName: 'Padaria São João Ltda',
      row: 'balance',
      fault: 'it differs from the sum of the postings',
    },
  ])
  await trilho.sql`update balances set available = available - 1, bank = bank + 1`
})

test('orders that wait for the bank, and those that need a person, are shown', async () => {
  const production = await openTrilho({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const merchant = await production.newMerchant({ balance: '100' })
  const [id, other] = await Promise.all(
    times(2, () => merchant.createCashOut({ webhook: { url: 'https://hooks.example.invalid/' } })),
  )
  await production.sql`update bank_orders set step = ${mostSteps - 1} where id = ${id ?? ''}`
  await production.needs.bankOrders.stepAndWait()
  production.clock.aheadMs += pauseAfter(1) * 1000
  const there = await newPortalPerson(production, { isOperator: true })
  const { bankOrders, connections } = (await there.get('/operator/platform')).body.data
  const whose = { merchantId: merchant.merchantId, merchantName: 'Padaria São João Ltda', kind: 'payout' }
  expect(bankOrders).toMatchObject({
    due: 1,
    exceptions: 1,
    firstDue: [{ ...whose, transactionId: other }],
    firstExceptions: [{ ...whose, id: expect.any(String) }],
  })
  expect(connections).toMatchObject([{ name: 'Test bank', isSimulator: false, isUp: true }])
})

test('an operator finds transactions of whichever merchant by id, by the beginning of an order id and by end-to-end id', async () => {
  const [one, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const order = `pedido-${crypto.randomUUID()}`
  const first = await one.createCashIn({ amount: '10', transaction: { orderId: `${order}-1` } })
  const second = await other.createCashIn({ amount: '20', transaction: { orderId: `${order}-2` } })
  await other.simulate('complete', second)
  const [row] = await trilho.sql`select end_to_end_id from transactions where id = ${second}`
  const find = async (search: string) =>
    ((await operator.get(`/operator/transactions?search=${search}`)).body.data.items as { id: string }[]).map(t => t.id)
  expect(await find(first.toUpperCase())).toEqual([first])
  expect(await find(order)).toEqual([second, first])
  expect(await find(row?.['endToEndId'] as string)).toEqual([second])
  expect(await find('pedido-%')).toEqual([])
  expect((await operator.get(`/operator/transactions?search=${order}-2`)).body.data.items).toMatchObject([
    { merchant: { id: other.merchantId }, state: 'Completed', amount: '20.000000', orderId: `${order}-2` },
  ])
})

test('volumes and fees are summed up by day and merchant, once each, however often and by however many', async () => {
  const merchant = await trilho.newMerchant({ balance: '100', chargeFixed: '0.50' })
  const [paid, sent] = [await merchant.createCashIn({ amount: '10' }), await merchant.createCashOut({ amount: '20' })]
  await merchant.simulate('complete', paid)
  await merchant.simulate('complete', sent)
  await Promise.all(times(3, () => volumeSummer(trilho.needs)()))
  await volumeSummer(trilho.needs)()
  const { merchantId } = merchant
  const volume = { in: '10.000000', inCount: 1, out: '20.000000', outCount: 1, fees: '1.000000' }
  const path = `/operator/volumes?merchantId=${merchantId}`
  const today = dayOf(trilho.needs.clock())
  expect((await operator.get(path)).body.data).toMatchObject({
    to: today,
    total: volume,
    days: [{ day: today, ...volume }],
    merchants: [{ id: merchantId, name: 'Padaria São João Ltda', ...volume }],
  })
  expect((await operator.get(`${path}&to=2025-01-01`)).body.data).toMatchObject({ days: [], merchants: [] })
  const file = await operator.get(`/operator/volumes.csv?merchantId=${merchantId}`)
  expect(file.text.split('\r\n')[1]).toBe(
    `${today.split('-').toReversed().join('/')};Padaria São João Ltda;**.***.333/0001-**;${merchantId};1;10,00;1;20,00;1,00`,
  )
})

test('volumes of the newest merchant are summed up however busy those before it are, in pieces, and then there is a rest', async () => {
  const sumUp = volumeSummer(trilho.needs, { merchantsAtOnce: 2, postingsAtOnce: 4 })
  await untilDone(() => sumUp())
  const busy = [await trilho.newMerchant(), await trilho.newMerchant(), await trilho.newMerchant()]
  const newest = await trilho.newMerchant()
  const payIn = async ({ createCashIn, simulate }: typeof newest) =>
    simulate('complete', await createCashIn({ amount: '10' }))
  for (let payments = 0; payments < 6; payments++) await payIn(newest)
  let steps = 0
  do {
    await Promise.all(busy.map(payIn))
    steps++
  } while ((await sumUp()) > 0 && steps < 20)
  const { total } = (await operator.get(`/operator/volumes?merchantId=${newest.merchantId}`)).body.data
  expect([total.inCount, steps < 20]).toEqual([6, true])
})

test('in a sandbox, what a merchant with a moved clock does is among the last days; production ends today', async () => {
  const merchant = await trilho.newMerchant({ balance: '100' })
  await merchant.put('/sandbox/clock', { forward: 40 * 86_400 })
  await merchant.simulate('complete', await merchant.createCashIn({ amount: '10' }))
  await volumeSummer(trilho.needs)()
  const path = `/operator/volumes?merchantId=${merchant.merchantId}`
  const [now, there] = [dayOf(trilho.needs.clock()), dayOf(new Date(Date.now() + 40 * 86_400_000))]
  const { to, days } = (await operator.get(path)).body.data
  expect([to, days.map((one: { day: string }) => one.day)]).toEqual([there, [there]])
  expect((await operator.get(`${path}&to=${now}`)).body.data.days).toEqual([])
  expect(periodOf({ from: undefined, to: undefined, merchantId: undefined }, new Date(), false).isOpen).toBe(false)
})

test('a merchant reads its own data, fees with examples and how much of its limits is used', async () => {
  const merchant = await trilho.newMerchant({ balance: '100', chargeFixed: '0.10', chargeRate: 990_000n })
  const { merchantId } = merchant
  const limits = {
    cashOutLimit: '40',
    cashOutDailyLimit: '80',
    companyPaymentLimit: null,
    companyPaymentDailyLimit: null,
  }
  await operator.put(`/operator/merchants/${merchantId}/limits`, limits)
  await merchant.createCashOut({ amount: '20' })
  const viewer = await newPortalPerson(trilho, { merchantId, roles: ['viewer'] })
  expect((await viewer.get(`/merchants/${merchantId}/company`)).body.data).toMatchObject({
    name: 'Padaria São João Ltda',
    taxNumber: '11222333000181',
    bank: 'Simulated bank',
    webhookAddress: null,
    plan: {
      fixed: '0.100000',
      percent: '0.990000',
      examples: expect.arrayContaining([{ amount: '100.000000', charges: '1.090000', left: '98.910000' }]),
    },
    limits: {
      cashOuts: { perTransaction: '40.000000', perDay: '80.000000', sentToday: '20.000000', usedPercent: 25 },
      companyPayments: { perTransaction: null, perDay: null, sentToday: '0.000000', usedPercent: null },
    },
  })
  const outsider = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
  expect((await outsider.get(`/merchants/${merchantId}/company`)).status).toBe(404)
})

test('an operator reads a merchant’s company data with its document masked, as everywhere', async () => {
  const { merchantId } = await trilho.newMerchant()
  const { data } = (await operator.get(`/merchants/${merchantId}/company`)).body
  expect(data).toMatchObject({ name: 'Padaria São João Ltda', taxNumber: '**.***.333/0001-**' })
})
