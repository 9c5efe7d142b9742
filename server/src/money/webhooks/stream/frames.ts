import { deliveryHeaders } from '../delivery-headers.ts'
import { eventName } from './event-name.ts'
import type { ReadEvent } from './sql.ts'

// Frames as server-sent events have them: lines of fields, and an empty line.

/** An event as it would be delivered now. JSON has no line breaks of its own. */
export const eventFrame = (event: ReadEvent, signature: Record<string, string>): string => {
  const { id, url, payload, createdAt } = event
  const headers = deliveryHeaders(event, signature)
  const data = JSON.stringify({ id, url, headers, body: payload, creationDate: createdAt.toISOString() })
  return `id: ${id}\nevent: ${eventName(payload)}\ndata: ${data}\n\n`
}

/** For people who look at the stream, and for the connection: readers pass it by. */
export const commentFrame = (words: string): string => `: ${words}\n\n`

export const firstFrame = (comeAgainMs: number): string => `retry: ${comeAgainMs}\n: connected\n\n`
