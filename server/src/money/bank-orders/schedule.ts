/** Seconds until the bank is asked again. The last pause repeats until `mostSteps`, then it is an exception. */
export const pausesSeconds = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const
export const mostSteps = 200
/** As long as the whole schedule: probes and ends of outages set an order back in it, so its time is limited, too. */
export const mostUnansweredSeconds = mostSteps * 3_600
/** How often a bank may refuse an answer: it may mean it for a moment only. */
export const mostRefusals = 7
/** And where the refusal may be of a gateway, or about our access, which an operator mends: for more than an hour. */
export const mostUnclear = 10
/** An order that was deferred more often goes by the schedule. */
export const mostDeferrals = 1_000

/** A step asks and sends at most, and the lease is longer, so no other process takes the order during a call. */
export const callSeconds = 20
export const leaseSeconds = 45

/** How long a request waits for the first step of its order, because banks often respond at once. */
export const firstStepSeconds = 2

/** The pause after a step; steps count from 1. */
export const pauseAfter = (step: number): number => pausesSeconds[Math.min(step, pausesSeconds.length) - 1] ?? 3600
