/**
 * How long after each step the bank is asked again how a payout stands, in seconds. A payout whose fate is unknown is
 * never given up by itself: the last pause repeats, and after `mostSteps` a person must look.
 */
export const pausesSeconds = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const
export const mostSteps = 200

/** Longer than a call to the bank may take: until then the payout is leased to whoever is calling. */
export const callSeconds = 20
export const leaseSeconds = 30

export const pauseAfter = (attempts: number): number =>
  pausesSeconds[Math.min(attempts, pausesSeconds.length - 1)] ?? 3600
