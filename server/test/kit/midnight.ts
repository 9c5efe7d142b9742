const minute = 60_000
const day = 24 * 60 * minute
/** Longer than any file whose tests compare days. */
const nearMs = 3 * minute

/** Days end where tests look: in São Paulo and, for banks that speak of it, in UTC. */
const behindUtcMs = [3 * 60 * minute, 0]

/** How long until the next day, if that is near; otherwise 0. */
export function untilNextDayMs(now: Date): number {
  const left = behindUtcMs.map(behind => day - ((now.getTime() - behind) % day))
  return Math.max(0, ...left.filter(ms => ms <= nearMs))
}
