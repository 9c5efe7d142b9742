import type { Switches } from '../dialects/switches.ts'

/** When the last calls under each limit came. */
export type CountedCalls = Map<string, number[]>

type LimitedCall = { partner: string; method: string; path: string; nowMs: number }

/** The seconds until the bank takes the call, if one of its limits is used up; a call that it takes is counted. */
export function secondsToWait(counted: CountedCalls, { limits, enforceLimits }: Switches, call: LimitedCall) {
  if (!enforceLimits) return null
  const { partner, method, path, nowMs } = call
  const meant = limits
    .filter(limit => limit.method === method && path.includes(limit.path))
    .map(({ path, perMinute, minuteSeconds = 60 }) => {
      const name = `${partner} ${method} ${path}`
      const windowMs = minuteSeconds * 1000
      return { name, perMinute, windowMs, times: (counted.get(name) ?? []).filter(at => at > nowMs - windowMs) }
    })
  const full = meant.find(({ times, perMinute }) => times.length >= perMinute)
  if (full) return Math.ceil(((full.times[0] ?? nowMs) + full.windowMs - nowMs) / 1000)
  for (const { name, times } of meant) counted.set(name, [...times, nowMs])
  return null
}
