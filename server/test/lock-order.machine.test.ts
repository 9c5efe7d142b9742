import { expect, test } from 'vitest'
import { apiClient } from './kit/api-client.ts'
import { deliveriesOf } from './kit/delivery-kit.ts'
import { openTrilho, times } from './kit/trilho.ts'
import { openSink } from './kit/webhook-sink.ts'
import { waiting } from './kit/meet.ts'

const trilho = await openTrilho()
const { sql } = trilho

/** Servers retry after a deadlock, so callers would not notice one: PostgreSQL counts them. */
async function expectNoDeadlock(act: () => Promise<unknown>) {
  const count = async () => (await sql`select deadlocks from pg_stat_database where datname = current_database()`)[0]
  const before = await count()
  await act()
  expect(await count()).toEqual(before)
}

test('merchants with equal order ids, in opposite order on two servers, never deadlock', async () => {
  const other = await trilho.startServer()
  const here = await Promise.all(times(24, () => trilho.newMerchant()))
  const there = await Promise.all(here.map(merchant => apiClient(other.url, merchant)))
  const callers = [...here, ...there.toReversed()]
  await expectNoDeadlock(async () => {
    for (const orderId of times(20, i => `order-${i}`)) {
      // Blocked until servers have writes waiting, so that large batches compete.
      const { answers } = await sql.begin(async tx => {
        await tx`lock table transactions in share mode`
        const answers = Promise.all(callers.map(api => api.requestCashIn({ transaction: { orderId } })))
        await expect.poll(async () => (await waiting(sql)).length, { interval: 2 }).toBeGreaterThan(1)
        return { answers }
      })
      expect((await answers).map(answer => answer.status)).toEqual(callers.map(() => 201))
    }
  })
})

test('resending everything while attempts are being recorded never deadlocks', async () => {
  await Promise.all(times(2, () => trilho.startServer({ workers: true })))
  const shop = await trilho.newMerchant()
  const sink = await openSink({ status: 500 })
  const ids = await Promise.all(times(80, () => shop.createCashIn({ webhook: { url: sink.url } })))
  // The last first: the ids of events and those of their transactions are in opposite orders.
  for (const id of ids.toSorted().toReversed()) await shop.simulate('complete', id)
  await expectNoDeadlock(async () => {
    for (const _ of times(45, i => i)) expect((await deliveriesOf(shop).resendAll({ url: sink.url })).status).toBe(200)
  })
})
