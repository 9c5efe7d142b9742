import type { WebhookEvent } from './event.ts'

/**
 * What a merchant has scripted in a sandbox to go wrong with an event's first attempt. `held`: it is sent later, and why.
 * `dropped`: it is not sent and counts as failed. `twice`: it is sent two times. `releases`: once it was sent, another one
 * that was held is.
 */
export type Trouble =
  | { kind: 'held'; seconds: number; words: string }
  | { kind: 'dropped'; words: string }
  | { kind: 'twice' }
  | { kind: 'releases'; eventId: string }

/** Null: nothing is scripted for it. */
export type TroubleFor = (event: WebhookEvent) => Promise<Trouble | null>
