import type { TrilhoError } from './errors.ts'

/** What a hook receives about one attempt. Neither keys nor tokens nor bodies: it can be logged as it is */
export type RequestNote = {
  method: string
  path: string
  /** Sent as `X-Request-Id`: the server logs the call under it. */
  requestId: string
  /** From 1. */
  attempt: number
  idempotencyKey: string | null
}

export type AnswerNote = RequestNote & {
  /** Null where there was no answer. */
  status: number | null
  durationMs: number
  error?: TrilhoError
  /** When it is sent again; not there when it is not. */
  retryInMs?: number
}

/** A hook that throws breaks no payment. */
export function noteTo<Note>(hook: ((note: Note) => void) | undefined, note: Note): void {
  try {
    hook?.(note)
  } catch {}
}
