import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { sharedBuckets } from './token-buckets.ts'

const { sql } = await openTrilho()

/** Takes what it gets, until there is nothing more. */
function takeAll(buckets: ReturnType<typeof sharedBuckets>, key: string): number {
  let taken = 0
  for (; buckets.waitSeconds(key) === 0; taken++) buckets.take(key)
  return taken
}

test('three processes that are asked without a break let through what one may, within a few percent', async () => {
  const settings = { name: 'three', perSecond: 100, burst: 100, settleMs: 25 }
  const processes = times(3, () => sharedBuckets({ sql }, settings))
  const startedMs = performance.now()
  let granted = 0
  const elapsed = () => (performance.now() - startedMs) / 1000
  while (elapsed() < 5) {
    for (const one of processes) granted += takeAll(one, 'key')
    await delay(5)
  }
  const entitled = settings.burst + settings.perSecond * elapsed()
  expect(granted / entitled).toBeGreaterThan(0.93)
  expect(granted / entitled).toBeLessThan(1.07)
})

test('a bucket that was filled again is full whatever was settled before, and what is taken then counts', async () => {
  const bucket = sharedBuckets({ sql }, { name: 'filled', perSecond: 0.001, burst: 10, settleMs: 1 })
  const level = async () =>
    Math.round((await sql`select tokens from rate_limit_levels where key like 'filled %'`)[0]?.tokens)
  const takeSome = (count: number) => times(count, () => bucket.take('key'))
  takeSome(9)
  bucket.refill('key')
  takeSome(4)
  await expect.poll(level).toBe(6)
  takeSome(3)
  await expect.poll(level).toBe(3)
  bucket.refill('key')
  await expect.poll(level).toBe(10)
  expect(takeAll(bucket, 'key')).toBe(10)
})

test('what seven processes that begin at once let through is owed to the last', async () => {
  await sql`insert into webhook_senders (id) select gen_random_uuid() from generate_series(1, 7)`
  const settings = { name: 'seven', perSecond: 0.001, burst: 10, settleMs: 1 }
  const granted = times(7, () => takeAll(sharedBuckets({ sql }, settings), 'key'))
  expect(granted).toEqual(times(7, () => 10))
  const level = async () => (await sql`select tokens from rate_limit_levels where key like 'seven %'`)[0]?.tokens
  await expect.poll(async () => Math.round(await level())).toBe(-60)
})

test('what is taken at once, however much, is owed for seconds', async () => {
  const bucket = sharedBuckets({ sql }, { name: 'much', perSecond: 10, burst: 10, settleMs: 1 })
  bucket.take('key', 1e9)
  await expect.poll(async () => (await sql`select from rate_limit_levels where key like 'much %'`).length).toBe(1)
  await expect.poll(() => bucket.waitSeconds('key')).toBeLessThan(60)
})
