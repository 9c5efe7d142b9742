import type { Tx } from '../../platform/db/db.ts'
import { type NewEvent, type WebhookEvent, laneOf } from './event.ts'
import { leaseMs } from './retry-schedule.ts'
import { insertEvents } from './sql.ts'
import { type Stage, deliveryMove } from './states.ts'

const sending: Stage = deliveryMove('enqueued').to
const waiting: Stage = deliveryMove('queued').to

/** Writes events in the commit of the change they report. One that need not wait is leased to the caller. */
export async function enqueueEvents(tx: Tx, events: NewEvent[]): Promise<WebhookEvent[]> {
  if (events.length === 0) return []
  const positions = positionsTogether(events)
  const rows = events.map(event => {
    const together = positions.get(keyOf(event)) ?? [event.position]
    return {
      scope: 'payments' as const,
      ...event,
      lane: laneOf(event.url),
      stage: event.position === Math.min(...together) ? sending : waiting,
      followed: event.position !== Math.max(...together),
      nextAttemptAt: new Date(event.createdAt.getTime() + leaseMs),
    }
  })
  const written = await insertEvents(tx, rows)
  const leased = new Set(written.filter(row => row.stage === sending).map(row => row.id))
  return rows.map(({ stage: _stage, followed: _followed, nextAttemptAt, ...event }) => ({
    ...event,
    leasedUntil: leased.has(event.id) ? nextAttemptAt : null,
  }))
}

const keyOf = (event: Pick<NewEvent, 'merchantId' | 'transactionId'>) => `${event.merchantId} ${event.transactionId}`

/** The positions of each transaction's events in one commit: only the first of them can be sent at once. */
function positionsTogether(events: NewEvent[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const event of events)
    if (event.transactionId !== null)
      positions.set(keyOf(event), [...(positions.get(keyOf(event)) ?? []), event.position])
  return positions
}
