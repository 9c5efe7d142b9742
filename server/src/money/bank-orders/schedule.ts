/**
 * How long after each step the bank is asked again how an order stands, in seconds. An order whose fate is unknown is
 * never given up by itself: the last pause repeats, and after `mostSteps` it becomes an exception, for a person.
 */
export const pausesSeconds = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const
export const mostSteps = 200

/** A step asks and sends at most, and the lease is longer: until then the order belongs to the process that calls the bank. */
export const callSeconds = 20
export const leaseSeconds = 45

/** So long a request waits for the first step of its order: banks often answer at once. */
export const firstStepSeconds = 2

/** The pause after a step, counted from 1. */
export const pauseAfter = (step: number): number => pausesSeconds[Math.min(step, pausesSeconds.length) - 1] ?? 3600
