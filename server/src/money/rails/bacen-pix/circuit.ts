const failuresToOpen = 5
const firstPauseMs = 2_000
const longestPauseMs = 30_000

/**
 * Stops calling a bank that does not answer: after five calls in a row without an answer nobody calls, until one call as a
 * probe gets one. Probes become rarer while they fail.
 */
export function bankCircuit(now: () => number = () => performance.now()) {
  let failures = 0
  let pauseMs = firstPauseMs
  let openUntilMs = 0
  let isProbing = false

  return {
    /** Seconds to wait before the next call; 0: call. Whoever is let through an open circuit is the probe. */
    waitSeconds(): number {
      if (failures < failuresToOpen) return 0
      const leftMs = openUntilMs - now()
      if (leftMs > 0) return Math.ceil(leftMs / 1000)
      openUntilMs = now() + pauseMs
      isProbing = true
      return 0
    },
    answered() {
      failures = 0
      pauseMs = firstPauseMs
      isProbing = false
    },
    /** Many calls that were under way may fail at once: that is one time away, and not many probes. */
    failed() {
      failures++
      if (failures !== failuresToOpen && !isProbing) return
      isProbing = false
      openUntilMs = now() + pauseMs
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    },
    isOpen: () => failures >= failuresToOpen,
  }
}
