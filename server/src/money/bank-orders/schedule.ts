/**
 * Seconds until the bank is asked again after each step. An order with an unknown outcome is never given up
 * automatically: the last pause repeats, and after `mostSteps` it becomes an exception for a person.
 */
export const pausesSeconds = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const
export const mostSteps = 200

/** A step asks and sends at most, and the lease is longer, so no other process takes the order during a call. */
export const callSeconds = 20
export const leaseSeconds = 45

/** How long a request waits for the first step of its order, because banks often respond at once. */
export const firstStepSeconds = 2

/** The pause after a step; steps count from 1. */
export const pauseAfter = (step: number): number => pausesSeconds[Math.min(step, pausesSeconds.length) - 1] ?? 3600
