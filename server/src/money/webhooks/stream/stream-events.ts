import { setTimeout as delay } from 'node:timers/promises'
import { Unavailable } from '../../../platform/lib/within-time.ts'
import { type SignWebhook, deliveryHeaders } from '../sign.ts'
import { limits } from './limits.ts'
import type { NewEvents } from './read-new-events.ts'
import type { ReadEvent } from './sql.ts'

type Needs = { clock: () => Date; sign: SignWebhook }

type StreamEventsInput = {
  readNext: () => Promise<NewEvents>
  /** Whether the token is still valid for this. */
  isAllowed: () => Promise<boolean>
  /** Aborts when the reader disconnects. */
  gone: AbortSignal
  /** Aborts when the server stops. */
  stopping: AbortSignal
}

/** The frames of one stream, while its reader, token and process exist. Reads nothing while it waits for the reader. */
export async function* streamEvents(needs: Needs, input: StreamEventsInput): AsyncGenerator<string> {
  yield firstFrame(limits.comeAgainMs)
  try {
    yield* untilTheEnd(needs, input)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    yield commentFrame('the database does not answer: come again')
  }
}

async function* untilTheEnd(
  needs: Needs,
  { readNext, isAllowed, gone, stopping }: StreamEventsInput,
): AsyncGenerator<string> {
  const over = AbortSignal.any([gone, stopping])
  let saidMs = performance.now()
  while (!over.aborted) {
    if (!(await isAllowed())) return yield commentFrame('the token has expired: log in and connect again')
    const { events, isUpToDate } = await readNext()
    for (const event of events) {
      yield eventFrame(event, await needs.sign(event, needs.clock()))
      saidMs = performance.now()
    }
    if (performance.now() - saidMs >= limits.heartbeatMs) {
      yield commentFrame('still here')
      saidMs = performance.now()
    }
    if (isUpToDate) await delay(limits.lookEveryMs, null, { signal: over }).catch(() => {})
  }
  if (stopping.aborted) yield commentFrame('the server stops: come again')
}

// Server-sent events: lines of fields, and an empty line.

/** An event as it would be delivered now. JSON contains no line breaks. */
const eventFrame = (event: ReadEvent, signature: Record<string, string>): string => {
  const { id, url, payload, createdAt } = event
  const headers = deliveryHeaders(event, signature)
  const data = JSON.stringify({ id, url, headers, body: payload, creationDate: createdAt.toISOString() })
  return `id: ${id}\nevent: ${eventName(payload)}\ndata: ${data}\n\n`
}

/** Keeps the connection alive and is shown to people; clients ignore it. */
const commentFrame = (words: string): string => `: ${words}\n\n`

const firstFrame = (comeAgainMs: number): string => `retry: ${comeAgainMs}\n: connected\n\n`

/** The event's name in the API reference: transactionCompleted, paymentRequestApproved, testEvent. */
export function eventName(payload: string): string {
  const { event, transactionState } = JSON.parse(payload) as { event?: string; transactionState?: string }
  if (event === 'Test') return 'testEvent'
  const name = event ?? `transaction${transactionState}`
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}

/** Passes frames on as they are read; a reader that leaves one unread for too long is disconnected. */
export async function* whileTaken(
  frames: AsyncIterable<string>,
  drop: () => void,
  unreadMs: number = limits.unreadMs,
): AsyncGenerator<string> {
  for await (const frame of frames) {
    const patience = setTimeout(drop, unreadMs)
    try {
      yield frame
    } finally {
      clearTimeout(patience)
    }
  }
}
