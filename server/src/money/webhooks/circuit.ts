import { openCircuits } from '../../platform/lib/metrics.ts'

const failuresToOpen = 5
const firstCooldownMs = 5_000
const longestCooldownMs = 60_000

/** Why a receiver was not reached. */
export type Failure = { outcome: 'noConnection' | 'noAnswer'; error: string }

/** What other processes need to know of an open circuit. */
export type OpenCircuit = { openUntilMs: number; cooldownMs: number; failure: Failure }

export type Circuit = ReturnType<typeof circuitOf>

/**
 * Stops calling a receiver that does not answer: after five calls in a row that did not reach it nothing is sent, until
 * one event as a probe gets an answer. Probes become rarer while they fail, down to one a minute. `tell` hears what this
 * process has found out.
 */
export function circuitOf(now: () => number, tell: (open: OpenCircuit | null) => void = () => {}) {
  let failures = 0
  let cooldownMs = firstCooldownMs
  let openUntilMs = 0
  let lastFailure: Failure | null = null
  const isOpen = () => failures >= failuresToOpen

  function close() {
    if (isOpen()) openCircuits.dec()
    failures = 0
    cooldownMs = firstCooldownMs
    lastFailure = null
  }

  return {
    isOpen,
    /** Whether one more may be sent while so many are under way: none through an open circuit, except the probe. */
    lets: (inFlight: number) => !isOpen() || (inFlight === 0 && now() >= openUntilMs),
    /** Open, and nobody has told of a probe for long: whoever should probe may not know of it any more. */
    isForgotten: () => isOpen() && now() >= openUntilMs + longestCooldownMs,
    /** Open, and probes have failed for more than a minute, until they became as rare as they get. */
    isLongOpen: () => isOpen() && cooldownMs === longestCooldownMs,
    /** Any HTTP answer closes the circuit; says whether it was open. */
    reached(): boolean {
      const wasOpen = isOpen()
      close()
      if (wasOpen) tell(null)
      return wasOpen
    },
    failed(failure: Failure, wasProbe: boolean) {
      lastFailure = failure
      failures++
      if (failures === failuresToOpen) openCircuits.inc()
      else if (!wasProbe || !isOpen()) return
      if (wasProbe) cooldownMs = Math.min(longestCooldownMs, cooldownMs * 2)
      openUntilMs = now() + cooldownMs
      tell({ openUntilMs, cooldownMs, failure })
    },
    /** What another process has found out. */
    learn(open: OpenCircuit | null) {
      if (open === null) return close()
      if (!isOpen()) openCircuits.inc()
      failures = failuresToOpen
      ;({ openUntilMs, cooldownMs, failure: lastFailure } = open)
    },
    lastFailure: () => lastFailure,
    probeNow() {
      openUntilMs = 0
    },
    forget: close,
  }
}
