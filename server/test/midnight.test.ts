import { expect, test } from 'vitest'
import { untilNextDayMs } from './kit/midnight.ts'

test.each([
  ['2026-11-20T02:58:00Z', 120_000],
  ['2026-11-19T23:59:30Z', 30_000],
  ['2026-11-20T03:00:00Z', 0],
  ['2026-11-20T02:50:00Z', 0],
  ['2026-11-19T13:00:00Z', 0],
])('a file of tests that would begin at %s waits %i ms for the next day', (now, ms) => {
  expect(untilNextDayMs(new Date(now))).toBe(ms)
})
