import type { Tx } from '../db/db.ts'
import { laneOf } from './lanes.ts'
import { leaseMs } from './retry-schedule.ts'
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
  /** Where it queues, set when it is enqueued. */
  lane?: string
  /** Until when it is ours to send, set when it is enqueued. Not set: an earlier event of its transaction goes first. */
  leasedUntil?: Date
}

/**
 * Writes events in the commit of the state change they tell, so that neither exists without the other. An event that
 * nothing earlier holds back is leased to the caller, who sends it after the commit.
 */
export async function enqueueEvents(tx: Tx, events: WebhookEvent[]): Promise<void> {
  const positions = positionsTogether(events)
  const rows = events.map(event => {
    const together = positions.get(keyOf(event)) ?? [event.position]
    event.lane = laneOf(event.url)
    return {
      ...event,
      stage: event.position === Math.min(...together) ? ('Sending' as const) : ('Waiting' as const),
      followed: event.position !== Math.max(...together),
      nextAttemptAt: new Date(event.createdAt.getTime() + leaseMs),
    }
  })
  const written = await insertEvents(tx, rows)
  const leased = new Set(written.filter(row => row.stage === 'Sending').map(row => row.id))
  for (const [i, event] of events.entries())
    if (leased.has(event.id)) event.leasedUntil = rows[i]?.nextAttemptAt as Date
}

const keyOf = (event: Pick<WebhookEvent, 'merchantId' | 'transactionId'>) =>
  `${event.merchantId} ${event.transactionId}`

/** The positions of each transaction's events in one commit: only the first of them can go at once. */
function positionsTogether(events: WebhookEvent[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const event of events)
    if (event.transactionId !== null)
      positions.set(keyOf(event), [...(positions.get(keyOf(event)) ?? []), event.position])
  return positions
}
