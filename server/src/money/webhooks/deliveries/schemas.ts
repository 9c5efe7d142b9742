import { Type } from 'typebox'
import { Cursor, NextCursor } from '../../../platform/http/paging.ts'
import { Moment, Named, Nullable, OneOf, Text, Timestamp } from '../../../platform/http/schemas.ts'
import { deliveryStatuses, statesInEvents } from '../states.ts'

export const StateInEvents = Named('TransactionEventState', OneOf(statesInEvents))
export const DeliveryStatus = Named(
  'DeliveryStatus',
  OneOf(deliveryStatuses, '`Pending`: not tried yet; `Failed`: the last attempt failed'),
)

export const DeliveryParams = Type.Object({
  deliveryId: Type.String({ description: "The event's id, its `webhook-id`" }),
})

export const DeliveriesQuery = Type.Object({
  state: Type.Optional(DeliveryStatus),
  transactionId: Type.Optional(Type.String({ format: 'uuid', description: 'Events of one transaction' })),
  startDate: Type.Optional(Moment('Created at or after')),
  endDate: Type.Optional(Moment('Created at or before')),
  'dataset.limit': Type.Optional(OneOf([5, 10, 20], 'Items per page. Default: 20')),
  cursor: Cursor,
})

const delivery = {
  id: Type.String({ description: 'The same as the header `webhook-id` of every attempt' }),
  transactionId: Nullable(Type.String()),
  transactionState: Nullable(StateInEvents),
  event: Nullable(Type.String({ description: 'What happened to a payment request; null for transactions' })),
  url: Type.String(),
  status: DeliveryStatus,
  attemptCount: Type.Integer({ description: 'Number of attempts' }),
  lastAttemptDate: Nullable(Timestamp),
  lastAnswer: Nullable(
    Type.String({ description: 'The HTTP status, or why there was no response', examples: ['HTTP 500'] }),
  ),
  nextAttemptDate: Nullable(Timestamp),
  creationDate: Timestamp,
}

export const DeliveryData = Type.Object(delivery, { title: 'Delivery' })

export const DeliveriesData = Type.Object(
  {
    limit: Type.Integer(),
    items: Type.Array(DeliveryData),
    nextCursor: NextCursor,
  },
  { title: 'DeliveryPage' },
)

export const AttemptData = Type.Object(
  {
    number: Type.Integer(),
    date: Timestamp,
    outcome: OneOf(['answered', 'noConnection', 'noAnswer'], 'answered: the address returned an HTTP status'),
    httpStatus: Nullable(Type.Integer()),
    latencyMs: Type.Integer(),
    answer: Nullable(Type.String({ description: 'The beginning of the response body, up to 1 KiB' })),
    error: Nullable(Type.String({ description: 'Why there was no response' })),
    nextAttemptDate: Nullable(Timestamp),
  },
  { title: 'DeliveryAttempt' },
)

export const DeliveryDetailData = Type.Object(
  {
    ...delivery,
    payload: Type.Object({}, { additionalProperties: true, description: 'The body that is sent' }),
    attempts: Type.Array(AttemptData),
  },
  { title: 'DeliveryDetail' },
)

export const ResendRequest = Type.Object(
  {
    startDate: Type.Optional(Moment('Events created at or after')),
    endDate: Type.Optional(Moment('Events created at or before')),
    url: Type.Optional(Text(2048, { minLength: 1, description: 'Only events for this address' })),
  },
  { title: 'ResendRequest', anyOf: [{ required: ['startDate'] }, { required: ['endDate'] }, { required: ['url'] }] },
)

export const ResentData = Type.Object(
  {
    resent: Type.Integer({ description: 'How many events are sent again' }),
    resentIsExact: Type.Boolean({ description: 'False: there are more than `resent`. Counting stops at 10,000' }),
  },
  { title: 'ResendResult' },
)

/** What `sendTestEvent` sends. */
export const TestEvent = Type.Object(
  { event: Type.Literal('Test'), id: Type.String(), date: Timestamp, message: Type.String() },
  { title: 'TestEvent', description: 'A test event, without content' },
)
