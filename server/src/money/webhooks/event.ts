/** What a merchant is to be told, once and for all: every attempt sends this payload under this id. */
export type NewEvent = {
  merchantId: string
  id: string
  transactionId: string | null
  /** Which event of its transaction it is, from 1: the order in which the merchant is told. */
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
