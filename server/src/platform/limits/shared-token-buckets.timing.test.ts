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
  const { perSecond, burst } = settings
  const processes = times(3, () => sharedBuckets({ sql }, settings))
  const [begun] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  const startedMs = performance.now()
  const elapsed = () => (performance.now() - startedMs) / 1000
  let granted = 0
  let unused = 0
  while (elapsed() < 5) {
    for (const one of processes) granted += takeAll(one, 'key')
    const before = elapsed()
    await delay(5)
    // A full bucket stays full, however long a busy machine lets this loop wait.
    unused += perSecond * Math.max(0, elapsed() - before - burst / perSecond)
  }
  const settled = async () => {
    const [row] = await sql<{ tokens: number; seconds: number }[]>`
      select tokens::float8, extract(epoch from at - ${begun?.at ?? null})::float8 as seconds
        from rate_limit_levels where key like 'three %'`
    if (row === undefined) throw new Error('nothing was settled')
    return { owed: -row.tokens, entitled: burst + perSecond * row.seconds - unused }
  }
  // What a slow database has not counted in time is owed.
  await expect
    .poll(async () => {
      const { owed, entitled } = await settled()
      return Math.abs(granted - owed - entitled) / entitled
    })
    .toBeLessThan(0.07)
  expect((await settled()).owed).toBeLessThan(burst)
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
