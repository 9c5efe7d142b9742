import type { Scope } from '../../tenancy/access-keys/states.ts'

/** An event for a merchant. It never changes: every attempt sends this payload under this id. */
export type NewEvent = {
  merchantId: string
  id: string
  transactionId: string | null
  /** Its number among the events of its transaction, from 1: the merchant receives them in this order. */
  position: number
  payload: string
  url: string
  headerName: string | null
  headerValue: string | null
  createdAt: Date
  /** Which access keys may read it. Default: those of payments. */
  scope?: Scope
}

/** Writes events in the current commit; they are sent after it. */
export type Notify = (events: NewEvent[]) => Promise<void>

/** A stored event. `leasedUntil`: until when this process may send it; null: an earlier event goes first. */
export type WebhookEvent = NewEvent & { lane: string; leasedUntil: Date | null }

/** What an event reports, by the name that merchants know. */
export const kindOf = (payload: { transactionState?: string; event?: string }): string =>
  payload.event ?? payload.transactionState ?? ''

/** The queue of an event: a merchant's receiver. */
export type LaneId = { merchantId: string; lane: string }

/** One of sixteen lanes of the URL's host, by its path: paths with an order id do not make a lane each. */
export function laneOf(url: string): string {
  const { origin, pathname } = new URL(url)
  let hash = 0
  for (let i = 0; i < pathname.length; i++) hash = (hash * 31 + pathname.charCodeAt(i)) | 0
  return `${origin} ${((hash >>> 16) ^ hash) & 15}`
}

export const hostOf = (lane: string): string => lane.split(' ')[0] ?? ''

export const keyOf = ({ merchantId, lane }: LaneId): string => `${merchantId} ${lane}`

/**
 * A fault that a merchant scripted in a sandbox for an event's first attempt. `held`: sent later, with a reason.
 * `dropped`: not sent, counted as failed. `twice`: sent two times. `releases`: after it, another held event is sent.
 */
export type WebhookFault =
  | { kind: 'held'; seconds: number; words: string }
  | { kind: 'dropped'; words: string }
  | { kind: 'twice' }
  | { kind: 'releases'; eventId: string }

/** Null: nothing is scripted for it. */
export type FaultFor = (event: WebhookEvent) => Promise<WebhookFault | null>
