import { expect, test } from 'vitest'
import { fairSlots } from './fair-queue.ts'

/** Work that the test ends; `started` says whose work has begun, in order. */
function desk(bounds: { most: number; mostOfKey: number; waitMs: number }) {
  const inSlot = fairSlots({ ...bounds, timedOut: () => new Error('crowded') })
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string) =>
    inSlot(owner, () => {
      started.push(owner)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const endFirst = async () => {
    ends.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { ask, started, endFirst }
}

test('a key that asks for all slots leaves some to others, and keys that wait take turns', async () => {
  const { ask, started, endFirst } = desk({ most: 3, mostOfKey: 2, waitMs: 60_000 })
  const asked = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask)
  expect(started).toEqual(['a', 'a', 'b'])
  await endFirst()
  await endFirst()
  expect(started).toEqual(['a', 'a', 'b', 'a', 'b'])
  for (const _ of asked) await endFirst()
  expect(started).toEqual(['a', 'a', 'b', 'a', 'b', 'c', 'a'])
  await Promise.all(asked)
})

test('work that waits too long for a slot fails, and is not started any more', async () => {
  const { ask, started, endFirst } = desk({ most: 1, mostOfKey: 1, waitMs: 10 })
  const first = ask('a')
  await expect(ask('b')).rejects.toThrow('crowded')
  await endFirst()
  await first
  expect(started).toEqual(['a'])
})
