import { limits as database } from '../../../platform/db/limits.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { slotCounter } from '../../../platform/lib/fair-queue.ts'
import { openStreams as gauge } from '../../../platform/lib/metrics.ts'

const second = 1_000

/** Limits and time-outs of event streams in one process. */
export const limits = {
  /** Open streams of one merchant, and in total; above that 429 and 503. */
  ofMerchant: 5,
  ofAll: 200,
  /** How long a refused reader should wait. */
  retryAfterSeconds: 5,

  /** How often a stream that is up to date checks for new events. */
  lookEveryMs: 500,
  /** How far back to look for ids smaller than one already sent: longer than a request's transaction takes. */
  overlapMs: 2 * (database.requests.idleInTransactionMs + database.requests.queryMs + database.requests.lockMs),
  /** Ids checked, and events read with their payloads, in one step. */
  idsAtOnce: 1_000,
  eventsAtOnce: 100,

  /** A comment is sent at least this often, so that proxies keep the connection open. */
  heartbeatMs: 15 * second,
  /** How long a reader may leave what it was sent unread. */
  unreadMs: 30 * second,
  /** How soon a reader should reconnect after the stream has ended. */
  comeAgainMs: 1 * second,
} as const

/** Counts this process's open streams, per merchant and in total. */
export function openStreams() {
  const slots = slotCounter({ most: limits.ofAll, mostOfKey: limits.ofMerchant })

  function count(merchantId: string, change: 1 | -1) {
    slots.take(merchantId, change)
    gauge.set(slots.inUse())
  }

  /** Returns a function to call, once, when the stream has ended. */
  return (merchantId: string): (() => void) => {
    const { retryAfterSeconds } = limits
    if (slots.inUseOf(merchantId) >= limits.ofMerchant)
      throw new ApiError('RateLimitExceeded', {
        message: `at most ${limits.ofMerchant} streams can be open at once`,
        retryAfterSeconds,
      })
    if (slots.free(merchantId) <= 0) throw new ApiError('ServerOverloaded', { retryAfterSeconds })
    count(merchantId, 1)
    return () => count(merchantId, -1)
  }
}
