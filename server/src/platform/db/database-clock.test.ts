import { expect, test } from 'vitest'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { databaseClock } from './database-clock.ts'
import type { Sql } from './db.ts'

const { sql } = await openTrilho()

test('returns the time of the database, to the length of a query', async () => {
  const startedMs = performance.now()
  const clock = await databaseClock(sql)
  const queryMs = performance.now() - startedMs + 1
  const askedAt = clock.now()
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  const receivedAt = clock.now()
  expect(row?.at.getTime()).toBeGreaterThan(askedAt.getTime() - queryMs)
  expect(row?.at.getTime()).toBeLessThan(receivedAt.getTime() + queryMs)
})

test('follows the database when its clock is set, and goes on counting while it is away', async () => {
  const database = { aheadMs: 0, isAway: false, asked: 0 }
  const answer = async () => {
    database.asked++
    if (database.isAway) throw new Error('away')
    return [{ ms: Date.now() + database.aheadMs }]
  }
  const clock = await databaseClock(answer as unknown as Sql)
  const stop = clock.follow()
  // Plus nothing: a millisecond behind is rounded to -0.
  const aheadMs = () => Math.round((clock.now().getTime() - Date.now()) / 1000) * 1000 + 0
  expect(aheadMs()).toBe(0)
  database.aheadMs = -3_600_000
  await expect.poll(aheadMs).toBe(-3_600_000)
  database.isAway = true
  const asked = database.asked
  await expect.poll(() => database.asked).toBeGreaterThan(asked + 1)
  expect(aheadMs()).toBe(-3_600_000)
  await stop()
})
