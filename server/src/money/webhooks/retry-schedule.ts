import { timeoutSeconds } from './words.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long after each failed attempt the next one is made. After the last the event is given up; a person may resend it. */
export const retryDelaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
] as const

/** How long all of it takes. */
export const scheduleMs = retryDelaysMs.reduce<number>((sum, delayMs) => sum + delayMs, 0)

/** Spread by a tenth either way, so that events that failed together do not come back together. */
const jitter = 0.1
const longestRetryAfterMs = 24 * hour

export const timeoutMs = timeoutSeconds * second
/** How long a row belongs to the process that sends it: the commit, a wait for a free slot, the attempt and its recording. */
export const leaseMs = 20 * second
/** What must be left of the lease when an attempt begins, so that it ends within it. */
export const attemptMs = timeoutMs + 2 * second
/** How long an event waits for a free slot before it is left to a worker. */
export const slotWithinMs = 3 * second

/** When to try again after attempt number `step` (from 0) of the schedule failed at `at`; null: never. */
export function nextAttempt(step: number, at: Date, answer: { httpStatus: number | null; retryAfter: string | null }) {
  const delayMs = answer.httpStatus === 410 ? undefined : retryDelaysMs[step]
  if (delayMs === undefined) return null
  const isAsked = answer.httpStatus === 429 || answer.httpStatus === 503
  const askedMs = isAsked && answer.retryAfter !== null ? readRetryAfter(answer.retryAfter, at) : null
  if (askedMs === null) return new Date(at.getTime() + delayMs * (1 - jitter + 2 * jitter * Math.random()))
  // Never sooner than asked. A receiver that asks for a moment each time must not use the schedule up in seconds.
  const leastMs = Math.max(second, retryDelaysMs[step - 1] ?? 0)
  return new Date(at.getTime() + Math.max(leastMs, askedMs) * (1 + jitter * Math.random()))
}

/** Seconds or an HTTP date, as RFC 9110 has it; what is neither is ignored. */
function readRetryAfter(text: string, at: Date): number | null {
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * second : Date.parse(text) - at.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}
