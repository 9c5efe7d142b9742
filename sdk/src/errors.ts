import type { Problem, Reason } from './emitted/schemas.ts'

/** What can be wrong without the server's word: no connection, no answer in time, an answer nobody can read. */
export type OwnReason = 'ConnectionFailed' | 'TimedOut' | 'UnexpectedAnswer'

export type TrilhoReason = Reason | 'InvalidRequestFormat' | OwnReason

type Said = {
  reason: TrilhoReason
  message: string
  requestId: string
  status?: number | null
  details?: string | null
  problems?: Problem[]
  retryAfterMs?: number | null
  cause?: unknown
}

/**
 * A call that failed. `reason` is what a program distinguishes failures by: `error.reason === 'InsufficientBalance'`.
 * The operator of the server finds the call by `requestId`, also one that was never answered.
 */
export class TrilhoError extends Error {
  override readonly name = 'TrilhoError'
  readonly reason: TrilhoReason
  /** The HTTP status; null where there was no answer. */
  readonly status: number | null
  readonly requestId: string
  /** What exactly, where there is more to say than the reason: `TaxNumber:52998224725`. */
  readonly details: string | null
  /** Of `InvalidRequestFormat`: everything that is wrong with the request. */
  readonly problems: readonly Problem[]
  /** How long the server asks to wait before another try. */
  readonly retryAfterMs: number | null

  constructor(said: Said) {
    super(said.message, said.cause === undefined ? {} : { cause: said.cause })
    this.reason = said.reason
    this.status = said.status ?? null
    this.requestId = said.requestId
    this.details = said.details ?? null
    this.problems = said.problems ?? []
    this.retryAfterMs = said.retryAfterMs ?? null
  }
}

/** A webhook that was not signed with the secret, or too long ago: do not believe it. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}
