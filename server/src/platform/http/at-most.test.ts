import { expect, test } from 'vitest'
import { times } from '../../../test/kit/trilho.ts'
import { atMost } from './at-most.ts'

test('no more run at once than allowed, the others have their turn in order, and a failure frees its place', async () => {
  const inTurn = atMost({ atOnce: 2, waiting: 10 })
  let running = 0
  let most = 0
  const order: number[] = []
  const outcomes = await Promise.allSettled(
    times(8, index =>
      inTurn(async () => {
        most = Math.max(most, ++running)
        order.push(index)
        await new Promise(resolve => setImmediate(resolve))
        running--
        if (index % 3 === 0) throw new Error('failed')
      }),
    ),
  )
  expect([most, running]).toEqual([2, 0])
  expect(order).toEqual(times(8, index => index))
  expect(outcomes.filter(outcome => outcome.status === 'rejected')).toHaveLength(3)
  expect(await inTurn(async () => 'free again')).toBe('free again')
})

test('who comes when too many wait is sent away at once, and those who wait are not forgotten', async () => {
  const inTurn = atMost({ atOnce: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(() => promise)
  const second = inTurn(async () => 'done')
  await expect(inTurn(async () => 'never')).rejects.toMatchObject({ reason: 'ServerOverloaded' })
  resolve()
  await first
  expect(await second).toBe('done')
})
