import { expect, test } from 'vitest'
import { times } from '../../../test/kit/trilho.ts'
import { attemptMs, leaseMs, nextAttempt, slotWithinMs, retryDelaysMs, timeoutMs } from './retry-schedule.ts'

const at = new Date('2026-11-15T12:00:00Z')
const refused = { httpStatus: null, retryAfter: null }
const delaysMs = (step: number, answer: { httpStatus: number | null; retryAfter: string | null }) =>
  times(200, () => (nextAttempt(step, at, answer)?.getTime() ?? Number.NaN) - at.getTime())

const seconds = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400]

test('there are ten retries, and then no more', () => {
  expect(retryDelaysMs.map(ms => ms / 1000)).toEqual(seconds)
  expect(nextAttempt(10, at, refused)).toBeNull()
})

test.each(seconds.map((delay, step) => [step, delay]))(
  'retry %i comes %i s later, a tenth more or less',
  (step, delay) => {
    const delays = delaysMs(step, refused)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(delay * 900)
    expect(Math.max(...delays)).toBeLessThanOrEqual(delay * 1100)
    expect(new Set(delays).size).toBeGreaterThan(20)
  },
)

test('410 ends it at once', () => {
  expect(nextAttempt(0, at, { httpStatus: 410, retryAfter: '5' })).toBeNull()
})

test.each([
  [429, '60', 60],
  [503, '60', 60],
  [503, ' 120 ', 120],
  [429, 'Sun, 15 Nov 2026 12:05:00 GMT', 300],
  [429, '999999999', 86_400],
  [503, 'Sun, 15 Nov 2037 12:05:00 GMT', 86_400],
])('%i with Retry-After %s is honoured, and comes at most a tenth later', (httpStatus, retryAfter, requested) => {
  for (const step of [0, 1]) {
    const delays = delaysMs(step, { httpStatus, retryAfter })
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(requested * 1000)
    expect(Math.max(...delays)).toBeLessThanOrEqual(requested * 1100)
  }
})

test.each(['0', '1', 'Sat, 14 Nov 2026 12:05:00 GMT'])(
  'a short Retry-After (%s) is honoured, but does not use the schedule up in seconds',
  retryAfter => {
    for (const [step, delay] of [1, ...seconds.slice(0, -1)].entries()) {
      const delays = delaysMs(step, { httpStatus: 429, retryAfter })
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(delay * 1000)
      expect(Math.max(...delays)).toBeLessThanOrEqual(delay * 1100)
    }
  },
)

test.each([
  [500, '60'],
  [302, '60'],
  [429, 'soon'],
  [429, '-5'],
  [503, ''],
])('%i with Retry-After %j follows the schedule', (httpStatus, retryAfter) => {
  expect(Math.max(...delaysMs(0, { httpStatus, retryAfter }))).toBeLessThanOrEqual(5_500)
})

test('an attempt that begins as late as it may still ends within its lease', () => {
  expect(timeoutMs).toBeLessThan(attemptMs)
  expect(slotWithinMs + attemptMs).toBeLessThan(leaseMs)
})
