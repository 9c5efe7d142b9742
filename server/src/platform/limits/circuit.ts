const failuresToOpen = 5

/** What other processes need to know of an open circuit. */
export type OpenCircuit<Failure> = { openUntilMs: number; cooldownMs: number; failure: Failure }

export type Circuit<Failure> = ReturnType<typeof circuitBreaker<Failure>>

type Settings<Failure> = {
  now: () => number
  firstCooldownMs: number
  longestCooldownMs: number
  /** Receives what this process has found out: an open circuit, or null when it has closed. */
  onChange?: (open: OpenCircuit<Failure> | null) => void
  /** Counts open circuits. */
  gauge?: { inc: () => void; dec: () => void }
}

/**
 * Stops calling a remote side that does not answer: after five failed calls in a row the circuit is open and nothing is
 * sent, until one call as a probe gets an answer. The cooldown between probes doubles while they fail.
 */
export function circuitBreaker<Failure>(settings: Settings<Failure>) {
  const { now, firstCooldownMs, longestCooldownMs, onChange, gauge } = settings
  let failures = 0
  let cooldownMs = firstCooldownMs
  let openUntilMs = 0
  let lastFailure: Failure | null = null
  const isOpen = () => failures >= failuresToOpen
  const nextCooldownMs = () => Math.min(longestCooldownMs, cooldownMs * 2)

  function close() {
    if (isOpen()) gauge?.dec()
    failures = 0
    cooldownMs = firstCooldownMs
    lastFailure = null
  }

  return {
    isOpen,
    /** Whether one more call may start with this many in flight: through an open circuit only the probe, alone. */
    allows: (inFlight: number) => !isOpen() || (inFlight === 0 && now() >= openUntilMs),
    /** How long a caller that was not allowed should wait: until the next probe, or until the one after it if it fails. */
    waitSeconds: () => Math.ceil((now() < openUntilMs ? openUntilMs - now() : nextCooldownMs()) / 1000),
    /** Open, and no probe was reported for so long that the process that should probe may not know of it any more. */
    isProbeOverdue: () => isOpen() && now() >= openUntilMs + longestCooldownMs,
    /** Open, and probes have failed until they became as rare as they get. */
    isLongOpen: () => isOpen() && cooldownMs === longestCooldownMs,
    /** Any answer closes the circuit. Returns whether it was open. */
    succeeded(): boolean {
      const wasOpen = isOpen()
      close()
      if (wasOpen) onChange?.(null)
      return wasOpen
    },
    /** Many calls in flight may fail at once: only a probe's failure makes the cooldown longer. */
    failed(failure: Failure, wasProbe: boolean) {
      lastFailure = failure
      failures++
      if (failures === failuresToOpen) gauge?.inc()
      else if (!wasProbe || !isOpen()) return
      if (wasProbe) cooldownMs = nextCooldownMs()
      openUntilMs = now() + cooldownMs
      onChange?.({ openUntilMs, cooldownMs, failure })
    },
    /** Takes over what another process has found out. */
    learn(open: OpenCircuit<Failure> | null) {
      if (open === null) return close()
      if (!isOpen()) gauge?.inc()
      failures = failuresToOpen
      ;({ openUntilMs, cooldownMs, failure: lastFailure } = open)
    },
    lastFailure: () => lastFailure,
    probeNow() {
      openUntilMs = 0
    },
    reset: close,
  }
}
