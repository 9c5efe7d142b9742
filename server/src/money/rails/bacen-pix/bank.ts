import { ExternalFault } from '../../../platform/lib/within-time.ts'
import type { BankSettings } from './settings.ts'

/** How long a call may take with all its attempts, its token included; and where somebody waits at the other end of a request. */
export const callMs = 12_000
export const requestMs = 6_000

/** What a bank answered. Only an answer of the bank itself says anything: a fault on the way is `BankAway`. */
export type Answer = { status: number; body: unknown }

export type Ask = {
  /** For the metrics: what is asked, without ids. */
  operation: string
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Money does not depend on it: its failure does not count against the bank, and it is not repeated. */
  isOptional?: boolean
}

export type Bank = {
  settings: BankSettings
  /** Rejects with `BankAway` where the bank has not answered. */
  call: (ask: Ask) => Promise<Answer>
  isUp: () => boolean
  close: () => Promise<unknown>
}

/** No answer, a fault of the bank's, or too many calls: it says nothing of what was asked. */
export class BankAway extends ExternalFault {
  readonly retryAfterSeconds: number
  constructor(why: string, retryAfterSeconds = 5) {
    super(`the bank is away: ${why}`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** For an answer that says nothing of what was asked: the bank is asked again. */
export function saysNothing({ status }: Answer): never {
  throw new BankAway(`an answer that says nothing, HTTP ${status}`)
}

/** For what can be decided without the bank's answer. */
export function nullIfAway(error: unknown): null {
  if (error instanceof BankAway) return null
  throw error
}
