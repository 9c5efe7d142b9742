import { ApiError } from '../../../platform/http/errors.ts'
import { slotCounter } from '../../../platform/lib/fair-queue.ts'
import { openStreams as gauge } from '../../../platform/lib/metrics.ts'
import { limits } from './limits.ts'

/** How many streams this process has open: so many for one merchant, so many in all. */
export function openStreams() {
  const slots = slotCounter({ most: limits.ofAll, mostOfKey: limits.ofMerchant })

  function count(merchantId: string, change: 1 | -1) {
    slots.take(merchantId, change)
    gauge.set(slots.inUse())
  }

  /** Returns what to call, once, when the stream has ended. */
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
