import type { TrilhoError, TrilhoReason } from './errors.ts'
import type { Operation } from './operation.ts'

/** Nothing was done: sent again whatever it asks for. */
const nothingDone = new Set<TrilhoReason>([
  'RequestTimeout',
  'RateLimitExceeded',
  'BankUnavailable',
  'ServerOverloaded',
])

/** It may have been done: sent again only where twice is as once. */
const mayBeDone = new Set<TrilhoReason>(['ConnectionFailed', 'ServiceUnavailable', 'InternalError'])

export const isRetried = ({ reason }: TrilhoError, { repeat }: Pick<Operation, 'repeat'>): boolean =>
  nothingDone.has(reason) || (repeat === 'safe' && mayBeDone.has(reason))

const firstPauseMs = 250
const longestPauseMs = 4_000

type Delay = Pick<TrilhoError, 'retryAfterMs'>

/** As long as the server asks, and a pause by chance, longer each time, so that callers do not come back all at once. */
export const pauseMs = (retriesBefore: number, { retryAfterMs }: Delay, longestMs = longestPauseMs): number =>
  (retryAfterMs ?? 0) + Math.random() * Math.min(longestMs, firstPauseMs * 2 ** retriesBefore)
