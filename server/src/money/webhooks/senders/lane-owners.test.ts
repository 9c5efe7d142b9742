import { expect, test } from 'vitest'
import { times } from '../../../../test/kit/trilho.ts'
import { callFor } from '../channel.ts'
import { laneHash, laneOwners } from './lane-owners.ts'

const hashes = times(3_000, i => laneHash({ merchantId: `merchant-${i}`, lane: 'https://shop.example 7' }))
const ids = times(5, i => `0000000${i}-0000-4000-8000-000000000000`)

/** What the process of that id makes of lanes while it knows of these. */
const seenBy = (self: string, living: string[]) => {
  const owners = laneOwners(self)
  owners.learn(living.filter(id => id !== self))
  return hashes.map(hash => owners.ownerOf(hash))
}

test('processes that know of each other agree whose a lane is, and each has about as many', () => {
  const [first = [], ...others] = ids.map(id => seenBy(id, ids))
  for (const other of others) expect(other).toEqual(first)
  for (const id of ids) expect(Math.abs(first.filter(owner => owner === id).length - 600)).toBeLessThan(120)
})

test('when a process is gone only its lanes change hands, and they are shared by all others', () => {
  const [gone = '', self = '', ...rest] = ids
  const before = seenBy(self, ids)
  const after = seenBy(self, [self, ...rest])
  expect(before.filter((owner, i) => owner !== gone && owner !== after[i])).toEqual([])
  const heirs = after.filter((_, i) => before[i] === gone)
  expect(new Set(heirs)).toEqual(new Set([self, ...rest]))
})

test('a process that knows no other owns all lanes', () => {
  const owners = laneOwners()
  expect(hashes.filter(hash => !owners.isOwn(hash))).toEqual([])
})

test('a few processes are called by name, and all of them where there are more than a call can name', () => {
  expect(callFor(ids)).toBe(`for ${ids.join(' ')}`)
  const called = times(1_000, count => callFor(times(count, () => ids[0] ?? '')))
  expect(called.filter(call => Buffer.byteLength(call) >= 8_000)).toEqual([])
  expect(called.at(-1)).toBe('')
})
