/** An event for a merchant. It never changes: every attempt sends this payload under this id. */
export type NewEvent = {
  merchantId: string
  id: string
  transactionId: string | null
  /** Which event of its transaction it is, from 1: the order in which the merchant receives them. */
  position: number
  payload: string
  url: string
  headerName: string | null
  headerValue: string | null
  createdAt: Date
}

/** Writes events in the commit under way; they are sent after it. */
export type Notify = (events: NewEvent[]) => Promise<void>

/** One that is written. `leasedUntil` is how long it is ours to send; null: an earlier event of its transaction goes first. */
export type WebhookEvent = NewEvent & { lane: string; leasedUntil: Date | null }

/** Where an event queues: a merchant's receiver. */
export type LaneId = { merchantId: string; lane: string }

/** An address is one of sixteen lanes of its host, by its path: paths with an order id in them do not make a lane each. */
export function laneOf(url: string): string {
  const { origin, pathname } = new URL(url)
  let hash = 0
  for (let i = 0; i < pathname.length; i++) hash = (hash * 31 + pathname.charCodeAt(i)) | 0
  return `${origin} ${((hash >>> 16) ^ hash) & 15}`
}

export const hostOf = (lane: string): string => lane.split(' ')[0] ?? ''

export const keyOf = ({ merchantId, lane }: LaneId): string => `${merchantId} ${lane}`

/**
 * What a merchant has scripted in a sandbox to go wrong with an event's first attempt. `held`: it is sent later, and why.
 * `dropped`: it is not sent and counts as failed. `twice`: it is sent two times. `releases`: once it was sent, another one
 * that was held is.
 */
export type WebhookFault =
  | { kind: 'held'; seconds: number; words: string }
  | { kind: 'dropped'; words: string }
  | { kind: 'twice' }
  | { kind: 'releases'; eventId: string }

/** Null: nothing is scripted for it. */
export type FaultFor = (event: WebhookEvent) => Promise<WebhookFault | null>
