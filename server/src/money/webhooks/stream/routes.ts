import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { type Sql, forReports } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import type { SignWebhook } from '../sign.ts'
import { openStreams } from './limits.ts'
import { readNewEvents } from './read-new-events.ts'
import { StreamHeaders, StreamQuery, StreamedEvent } from './schemas.ts'
import { streamEvents, whileTaken } from './stream-events.ts'

export type StreamNeeds = {
  sql: Sql
  clock: () => Date
  sign: SignWebhook
  /** Whether the request's token is still valid. */
  isStillAllowed: (request: FastifyRequest) => Promise<boolean>
}

const streamed = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

const description = `
Server-sent events: every event as it happens, with the headers and the signature of a delivery, for a program without a
public address. Deliveries to your webhook addresses are not affected.

Events of company payments and their batches are sent only to access keys with the scope \`company-payments\`.

The stream starts with new events. With \`Last-Event-ID\` it starts after that event, with \`since\` at that time, as far back
as events are stored. A frame has the event's id as \`id\`, its name as \`event\`, and a \`StreamedEvent\` as \`data\`. No event is
left out. After a reconnection events can repeat or arrive out of order: compare their ids. At least every 15 seconds
the stream sends an event or a comment.

The stream closes when the token expires, its key is revoked or the server stops: reconnect with the last id. A merchant
can open five streams per process. A stream whose reader takes nothing for 30 seconds is closed.
`.trim()

export async function streamRoutes(app: App, needs: StreamNeeds) {
  const takePlace = openStreams()

  app.get('/webhooks/events', {
    schema: {
      operationId: 'streamEvents',
      tags: ['Webhooks'],
      summary: 'Stream your events',
      description,
      querystring: StreamQuery,
      headers: StreamHeaders,
      response: {
        200: {
          description: 'Events, until the connection ends',
          content: { 'text/event-stream': { schema: StreamedEvent } },
        },
      },
    },
    handler: async (request, reply) => {
      const { merchantId, query, headers } = request
      if (request.method === 'HEAD') return reply.headers(streamed).send('' as never)
      const gone = new AbortController()
      const leave = takePlace(merchantId)
      reply.raw.once('close', () => {
        gone.abort()
        leave()
      })
      const beginning = {
        afterId: headers['last-event-id'],
        since: query.since === undefined ? undefined : new Date(query.since),
      }
      const frames = streamEvents(needs, {
        readNext: await readNewEvents(
          forReports(needs, merchantId),
          { merchantId, scopes: [...request.scopes] },
          beginning,
        ),
        isAllowed: () => needs.isStillAllowed(request),
        gone: gone.signal,
        stopping: app.stopping,
      })
      return reply.headers(streamed).send(
        Readable.from(
          whileTaken(frames, () => reply.raw.destroy()),
          { objectMode: false },
        ) as never,
      )
    },
  })
}
