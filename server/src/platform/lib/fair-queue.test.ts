import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const bounds = { most: 1_000, mostOfKey: 600 }

test('a flood from one leaves the others their place in the next take', () => {
  const queue = fairQueue<string>(bounds)
  for (let i = 0; i < 500; i++) queue.add('flood', `flood ${i}`)
  queue.add('small', 'small 0')
  queue.add('other', 'other 0')
  const taken = queue.take(10)
  expect(taken).toHaveLength(10)
  expect(taken).toEqual(expect.arrayContaining(['small 0', 'other 0']))
})

test('nobody takes the whole room, and the room is bounded', () => {
  const queue = fairQueue<number>(bounds)
  const added = Array.from({ length: 700 }, (_, i) => queue.add('flood', i)).filter(Boolean)
  expect(added).toHaveLength(600)
  const others = Array.from({ length: 700 }, (_, i) => queue.add(`m${i}`, i)).filter(Boolean)
  expect(others).toHaveLength(400)
})

test('all that was added is taken once, and of each owner in order', () => {
  const adding = fc.array(
    fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), take: fc.option(fc.integer({ min: 1, max: 7 })) }),
  )
  fc.assert(
    fc.property(adding, steps => {
      const queue = fairQueue<{ owner: string; number: number }>(bounds)
      const taken: { owner: string; number: number }[] = []
      for (const [number, { owner, take }] of steps.entries()) {
        queue.add(owner, { owner, number })
        if (take !== null) taken.push(...queue.take(take))
      }
      taken.push(...queue.take(steps.length))
      expect(taken.map(item => item.number).toSorted((a, b) => a - b)).toEqual(steps.map((_, i) => i))
      for (const owner of ['a', 'b', 'c', 'd']) {
        const own = taken.filter(item => item.owner === owner).map(item => item.number)
        expect(own).toEqual(own.toSorted((a, b) => a - b))
      }
      expect(queue.isEmpty()).toBe(true)
    }),
  )
})
