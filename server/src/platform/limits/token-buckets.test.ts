import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { times } from '../../../test/kit/trilho.ts'
import { tokenBuckets } from './token-buckets.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const takeAll = (buckets: ReturnType<typeof tokenBuckets>, key: string, count: number) =>
  times(count, () => buckets.take(key))

test('a burst passes, then the key waits until the next token', () => {
  const buckets = tokenBuckets({ perSecond: 0.1, burst: 3 })
  expect(buckets.waitSeconds('a')).toBe(0)
  takeAll(buckets, 'a', 2)
  expect(buckets.waitSeconds('a')).toBe(0)
  takeAll(buckets, 'a', 1)
  expect(buckets.waitSeconds('a')).toBe(10)
})

test('waiting as long as returned is long enough', () => {
  const buckets = tokenBuckets({ perSecond: 0.3, burst: 1 })
  takeAll(buckets, 'a', 1)
  const waitSeconds = buckets.waitSeconds('a')
  vi.advanceTimersByTime(waitSeconds * 1000 - 1000)
  expect(buckets.waitSeconds('a')).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(buckets.waitSeconds('a')).toBe(0)
})

test('the wait is in whole seconds, at least one', () => {
  const buckets = tokenBuckets({ perSecond: 500, burst: 1 })
  takeAll(buckets, 'a', 1)
  expect(buckets.waitSeconds('a')).toBe(1)
})

test('a long rest fills the bucket to the burst and no further', () => {
  const buckets = tokenBuckets({ perSecond: 1, burst: 2 })
  takeAll(buckets, 'a', 2)
  vi.advanceTimersByTime(3_600_000)
  expect(buckets.waitSeconds('a')).toBe(0)
  takeAll(buckets, 'a', 2)
  expect(buckets.waitSeconds('a')).toBe(1)
})

test('asking for the wait takes no token', () => {
  const buckets = tokenBuckets({ perSecond: 1, burst: 1 })
  expect(times(5, () => buckets.waitSeconds('a'))).toEqual([0, 0, 0, 0, 0])
})

test('one key does not wait for another', () => {
  const buckets = tokenBuckets({ perSecond: 1, burst: 1 })
  takeAll(buckets, 'a', 1)
  expect(buckets.waitSeconds('a')).toBe(1)
  expect(buckets.waitSeconds('b')).toBe(0)
})

test('a refilled key starts anew', () => {
  const buckets = tokenBuckets({ perSecond: 1, burst: 1 })
  takeAll(buckets, 'a', 1)
  buckets.refill('a')
  expect(buckets.waitSeconds('a')).toBe(0)
})

test('past the bound the oldest key is forgotten, so that memory stays small', () => {
  const buckets = tokenBuckets({ perSecond: 0.1, burst: 1, most: 2 })
  for (const key of ['a', 'b', 'c']) buckets.take(key)
  expect(buckets.waitSeconds('c')).toBe(10)
  expect(buckets.waitSeconds('b')).toBe(10)
  expect(buckets.waitSeconds('a')).toBe(0)
})
