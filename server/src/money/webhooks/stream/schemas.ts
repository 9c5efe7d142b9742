import { Type } from 'typebox'
import { Moment, Timestamp } from '../../../platform/http/schemas.ts'

export const StreamQuery = Type.Object({
  since: Type.Optional(Moment('Start with events created at or after this time. `Last-Event-ID` has precedence')),
})

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Start after this event: the `id` of the last one you received',
      examples: ['019a8000-0000-7000-8000-000000000000'],
    }),
  ),
})

export const StreamedEvent = Type.Object(
  {
    id: Type.String({ description: "The event's id, the same as `webhook-id`" }),
    url: Type.String({ description: 'The address the event is for' }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'The headers of a delivery: content type, your custom header, `webhook-signature` and others',
    }),
    body: Type.String({ description: 'The body as it is sent: the signature is of exactly this text' }),
    creationDate: Timestamp,
  },
  { title: 'StreamedEvent', description: 'What `data` of every event of the stream says, as JSON in one line' },
)
