import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { remember } from './remember.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Answers how many look-ups there have been, so that a remembered answer can be distinguished from a new one. */
function counter() {
  const asked: string[] = []
  return { asked, lookUp: async (key: string) => `${key}${asked.push(key)}` }
}

test('a key is looked up once while it is remembered, and again afterwards', async () => {
  const { lookUp } = counter()
  const read = remember(lookUp, { forMs: 1000 })
  expect(await read('a')).toBe('a1')
  vi.advanceTimersByTime(999)
  expect(await read('a')).toBe('a1')
  vi.advanceTimersByTime(1)
  expect(await read('a')).toBe('a2')
})

test('reading does not prolong the memory: no answer is older than promised', async () => {
  const { lookUp } = counter()
  const read = remember(lookUp, { forMs: 1000 })
  await read('a')
  vi.advanceTimersByTime(600)
  await read('a')
  vi.advanceTimersByTime(600)
  expect(await read('a')).toBe('a2')
})

test('callers at the same time share one look-up', async () => {
  const { asked, lookUp } = counter()
  const read = remember(lookUp, { forMs: 1000 })
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a1', 'a1', 'b2'])
  expect(asked).toEqual(['a', 'b'])
})

test('a failed look-up rejects for those who waited for it and is not remembered', async () => {
  let calls = 0
  const read = remember(
    async () => {
      if (++calls === 1) throw new Error('no connection')
      return calls
    },
    { forMs: 1000 },
  )
  const both = await Promise.allSettled([read('a'), read('a')])
  expect(both.map(one => one.status)).toEqual(['rejected', 'rejected'])
  expect(await read('a')).toBe(2)
  expect(await read('a')).toBe(2)
})

test('a look-up that fails late does not forget the newer answer', async () => {
  const fails: ((error: Error) => void)[] = []
  let calls = 0
  const read = remember(
    () => (++calls === 1 ? new Promise<number>((_, reject) => fails.push(reject)) : Promise.resolve(calls)),
    { forMs: 1000 },
  )
  const first = read('a')
  vi.advanceTimersByTime(1000)
  expect(await read('a')).toBe(2)
  fails[0]?.(new Error('timed out'))
  await expect(first).rejects.toThrow('timed out')
  expect(await read('a')).toBe(2)
})

test('past the bound the oldest key is forgotten, so that memory stays small', async () => {
  const { asked, lookUp } = counter()
  const read = remember(lookUp, { forMs: 1000, most: 2 })
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await read(key)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})
