import { setTimeout as sleep } from 'node:timers/promises'
import { bankCircuitsOpen, bankCallsLimited } from '../../../platform/lib/metrics.ts'
import { type Circuit, circuitBreaker } from '../../../platform/limits/circuit.ts'
import { type Ask, BankLimited } from './bank.ts'
import { type CallKind, type Limit, type LimitedCalls, type Limits, callKinds, kindOf } from './call-kinds.ts'
import type { ShareToken } from './token.ts'

const cooldowns = { firstCooldownMs: 2_000, longestCooldownMs: 30_000 }
/** How long a call waits for its turn; what is longer is deferred, or refused with a time. */
const shortWaitMs = 2_000
const patientWaitMs = 90_000
const mostWaits = 3

/** What a connection knows of its bank beyond one call. */
export type BankWatch = {
  /** Our clock, to compare the bank's with. */
  clock?: () => Date
  /** Takes a turn within a limit that all processes share: 0, or the seconds until there is one. */
  takeTurn?: (kind: CallKind, limit: Limit) => number
  /** What the bank said with a 429, for all processes. Not there: this connection keeps it for itself. */
  retryAfter?: RetryAfter
  /** Not there: this process asks for tokens of its own. */
  shareToken?: ShareToken | undefined
  /** The bank answers again after a time away. */
  onBack?: () => void
}

/** Until when a bank takes no calls of a kind. */
export type RetryAfter = {
  /** Takes over what other processes have learnt. */
  refresh: () => Promise<void>
  /** 0: calls may go out. */
  secondsLeft: (kind: CallKind) => number
  keep: (kind: CallKind, seconds: number) => Promise<void>
  /** Since when the bank has limited these calls, with pauses of minutes at most; null: nobody knows. */
  since: (kind: CallKind) => Date | null
}

/** As one process knows it. */
export function retryAfter(): RetryAfter {
  const untilMs = new Map<CallKind, number>()
  return {
    refresh: async () => {},
    secondsLeft: kind => Math.max(0, Math.ceil(((untilMs.get(kind) ?? 0) - performance.now()) / 1000)),
    keep: async (kind, seconds) => void untilMs.set(kind, performance.now() + seconds * 1000),
    since: () => null,
  }
}

/** A circuit for each kind of call, and when the next call of a kind may go out. */
export function callLimits(
  name: string,
  limits: Limits,
  { takeTurn, retryAfter: limited = retryAfter(), onBack }: BankWatch,
) {
  const circuits = new Map<CallKind, Circuit<unknown>>()
  const probing = new Map<CallKind, number>()

  function circuitOf(kind: CallKind): Circuit<unknown> {
    const known = circuits.get(kind)
    if (known !== undefined) return known
    const gauge = bankCircuitsOpen.labels({ bank: name, kind })
    const circuit = circuitBreaker<unknown>({
      now: () => performance.now(),
      ...cooldowns,
      gauge,
      onChange: open => {
        if (open === null) isBack()
      },
    })
    circuits.set(kind, circuit)
    return circuit
  }

  /** An outage ends for all calls, as a rule: the others are tried again at once. */
  function isBack() {
    for (const circuit of circuits.values()) circuit.probeNow()
    onBack?.()
  }

  function secondsToWait(kind: CallKind): number {
    const seconds = limited.secondsLeft(kind)
    if (seconds > 0) return seconds
    const limit = limits[kind]
    return limit === undefined ? 0 : (takeTurn?.(kind, limit) ?? 0)
  }

  return {
    awayFor: (): CallKind[] => callKinds.filter(kind => circuits.get(kind)?.isOpen() === true),

    /** What the bank itself takes no calls of at the moment, as far as any process knows. */
    limitedFor: async (): Promise<LimitedCalls[]> => {
      await limited.refresh()
      const kinds = callKinds.filter(kind => limited.secondsLeft(kind) > 0)
      return kinds.map(kind => ({ kind, since: limited.since(kind), secondsLeft: limited.secondsLeft(kind) }))
    },

    /** Waits a moment for a turn; a call whose turn is later rejects with `BankLimited`, and nothing was sent. */
    async awaitTurn({ operation, isPatient, signal }: Pick<Ask, 'operation' | 'isPatient' | 'signal'>): Promise<void> {
      const kind = kindOf[operation]
      for (let waits = 0; ; waits++) {
        await limited.refresh()
        const seconds = secondsToWait(kind)
        if (seconds === 0) return
        const isSoon = waits < mostWaits && seconds * 1000 <= (isPatient === true ? patientWaitMs : shortWaitMs)
        if (isSoon && (await hasWaited(seconds, signal))) continue
        bankCallsLimited.inc({ bank: name, kind })
        throw new BankLimited(`its limit of calls for ${kind} is reached`, seconds)
      }
    },

    /** The bank has answered 429: it is not away, and takes no call of this kind before. */
    async keepLimit(operation: Ask['operation'], seconds: number): Promise<BankLimited> {
      const kind = kindOf[operation]
      await limited.keep(kind, seconds)
      bankCallsLimited.inc({ bank: name, kind })
      return new BankLimited('HTTP 429', seconds)
    },

    /** Whether a call may go out now, for the first one after a while as a probe. `end` says that it is over. */
    begin(operation: Ask['operation']) {
      const kind = kindOf[operation]
      const circuit = circuitOf(kind)
      const probes = probing.get(kind) ?? 0
      if (!circuit.allows(probes)) return { isAllowed: false, waitSeconds: circuit.waitSeconds() } as const
      const isProbe = circuit.isOpen()
      if (isProbe) probing.set(kind, probes + 1)
      return {
        isAllowed: true,
        answered: () => circuit.succeeded(),
        failed: (error: unknown) => circuit.failed(error, isProbe),
        end: () => isProbe && probing.set(kind, (probing.get(kind) ?? 1) - 1),
      } as const
    },

    /** Whether a call of this kind would go out now, if only as a probe. */
    takesCall: (kind: CallKind): boolean =>
      limited.secondsLeft(kind) === 0 && (circuits.get(kind)?.allows(probing.get(kind) ?? 0) ?? true),

    /** Whether such a call would not go out now. */
    isClosedFor: (operation: Ask['operation']): boolean => circuitOf(kindOf[operation]).isOpen(),
  }
}

/** False: the caller's time was over first. */
const hasWaited = (seconds: number, signal: AbortSignal | undefined): Promise<boolean> =>
  sleep(seconds * 1000, true, signal && { signal }).catch(() => false)
