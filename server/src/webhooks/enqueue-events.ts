import type { Tx } from '../lib/db.ts'
import { insertEvents } from './sql.ts'

/** What a merchant is to be told, once and for all: every attempt sends this payload under this id. */
export type WebhookEvent = {
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

/** Longer than an attempt can take: until then the row is leased to whoever wrote it, who sends it at once. */
const leaseMs = 15_000

/** Writes events in the commit of the state change they tell, so that neither exists without the other. */
export const enqueueEvents = (tx: Tx, events: WebhookEvent[]) =>
  insertEvents(
    tx,
    events.map(event => ({
      ...event,
      status: 'Pending',
      attempts: 0,
      nextAttemptAt: new Date(event.createdAt.getTime() + leaseMs),
    })),
  )
