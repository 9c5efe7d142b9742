import { BankAway, BankRefused, BankUnclear } from '../bank-faults.ts'
import type { Resource } from './call-form.ts'
import type { CallKind, LimitedCalls, Operation } from './call-kinds.ts'
import { forLog, isUnclear, refusalIn, stateIn, textIn } from './refusals.ts'
import type { BankSettings } from './settings.ts'

export { BankAway, BankLimited, CallbackMissing } from '../bank-faults.ts'

/** How long a call may take with all its attempts, its token included; and where somebody waits at the other end of a request. */
export const callMs = 12_000
export const requestMs = 6_000

/** What a bank answered. Only an answer of the bank itself says anything: a fault on the way is `BankAway`. */
export type Answer = {
  status: number
  body: unknown
  /** As it came, for what cannot be read of it. */
  text?: string
}

export type Ask = {
  operation: Operation
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Called once the bank may have got it. */
  noteSent?: (() => void) | undefined
  /** Money does not depend on it: its failure does not count against the bank, and it is not repeated. */
  isOptional?: boolean
  /** Open to everybody, perhaps at another host: it goes without a token. */
  isPublic?: boolean
  /** It waits for its turn within the bank's limits, for a minute and more: nobody waits for it, and half of it is worth nothing. */
  isPatient?: boolean
}

export type Bank = {
  name: string
  settings: BankSettings
  /** Where the resources of its Pix API are. */
  urls: Record<Resource, string>
  /** Rejects with `BankAway` where the bank has not answered. */
  call: (ask: Ask) => Promise<Answer>
  /** The scopes of its token, as the bank names them; null: it does not say. */
  grantedScopes: () => Promise<string | null>
  /** The kinds of calls that the bank does not answer at the moment. */
  awayFor: () => CallKind[]
  /** The kinds that the bank itself takes no calls of at the moment. */
  limitedFor: () => Promise<LimitedCalls[]>
  /** Whether a call of this kind would go out now, if only as a probe. */
  takesCall: (kind: CallKind) => boolean
  /** How far the bank's clock was ahead of ours at its last response; null: not known yet. */
  clockDriftMs: () => number | null
  close: () => Promise<unknown>
}

/** For an answer that says nothing of what was asked: the bank is asked again. */
export function saysNothing(answer: Answer): never {
  const { status } = answer
  const words = refusalIn(answer)
  if (words !== null) throw new BankRefused(words, forLog(answer))
  if (isUnclear(answer)) throw new BankUnclear(textIn(answer), forLog(answer))
  // A state that no table has, or half an answer. It may have names, so the log gets the status only.
  if (status < 300) throw new BankUnclear(textIn(answer), `HTTP ${status}`, textIn(answer))
  throw new BankAway(`an answer that says nothing, HTTP ${status}`)
}

/** For a state that no table has. */
export function unknownState(answer: Answer): never {
  const state = answer.status < 300 ? stateIn(answer) : null
  if (state === null) return saysNothing(answer)
  throw new BankUnclear(textIn(answer), `HTTP ${answer.status}`, state)
}

/** For what can be decided without the bank's answer. */
export function nullIfAway(error: unknown): null {
  if (error instanceof BankAway) return null
  throw error
}
