import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { slotsPerTurn } from './fair-queue.ts'

test('so many begin in each turn of the event loop, in the order they came, and fewer as soon as it is said', async () => {
  let most = 3
  const slot = slotsPerTurn(() => most)
  const begun: number[] = []
  for (let i = 0; i < 8; i++) void Promise.resolve(slot()).then(() => begun.push(i))
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  await nextTurn()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  most = 1
  await nextTurn()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  await nextTurn()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
