import { expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

/** Work that the test ends; `started` says whose work has begun, in order. */
function desk(limits: Parameters<typeof fairTurns>[0]) {
  const inTurn = fairTurns(limits)
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string) =>
    inTurn(owner, () => {
      started.push(owner)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const endFirst = async () => {
    ends.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { ask, started, endFirst }
}

test('whoever asks for all places leaves some to others, and those who wait take turns', async () => {
  const { ask, started, endFirst } = desk({ atOnce: 3, ofOne: 2, patienceMs: 60_000 })
  const asked = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask)
  expect(started).toEqual(['a', 'a', 'b'])
  await endFirst()
  await endFirst()
  expect(started).toEqual(['a', 'a', 'b', 'a', 'b'])
  for (const _ of asked) await endFirst()
  expect(started).toEqual(['a', 'a', 'b', 'a', 'b', 'c', 'a'])
  await Promise.all(asked)
})

test('whoever waits too long is told, and is not served any more', async () => {
  const { ask, started, endFirst } = desk({ atOnce: 1, ofOne: 1, patienceMs: 10 })
  const first = ask('a')
  await expect(ask('b')).rejects.toMatchObject({ kind: 'databaseCrowded' })
  await endFirst()
  await first
  expect(started).toEqual(['a'])
})
