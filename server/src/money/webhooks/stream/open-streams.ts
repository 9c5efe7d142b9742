import { ApiError } from '../../../platform/http/errors.ts'
import { openStreams as gauge } from '../../../platform/lib/metrics.ts'
import { limits } from './limits.ts'

/** How many streams this process has open: so many for one merchant, so many in all. */
export function openStreams() {
  const ofMerchant = new Map<string, number>()
  let all = 0

  function count(merchantId: string, change: 1 | -1) {
    all += change
    gauge.set(all)
    const own = (ofMerchant.get(merchantId) ?? 0) + change
    if (own === 0) ofMerchant.delete(merchantId)
    else ofMerchant.set(merchantId, own)
  }

  /** Answers what to call, once, when the stream has ended. */
  return (merchantId: string): (() => void) => {
    const { retryAfterSeconds } = limits
    if ((ofMerchant.get(merchantId) ?? 0) >= limits.ofMerchant)
      throw new ApiError('RateLimitExceeded', { message: `streams: ${limits.ofMerchant} at once`, retryAfterSeconds })
    if (all >= limits.ofAll) throw new ApiError('ServerOverloaded', { retryAfterSeconds })
    count(merchantId, 1)
    return () => count(merchantId, -1)
  }
}
