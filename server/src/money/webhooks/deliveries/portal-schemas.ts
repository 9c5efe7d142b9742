import { type Static, Type } from 'typebox'
import { Cursor, PageOf } from '../../../platform/http/paging.ts'
import { Day, OneOf, Text } from '../../../platform/http/schemas.ts'
import { deliveryStatuses } from '../states.ts'
import { AttemptData, DeliveryData } from './schemas.ts'

/** The same names are used in the URL of the screen. Days are in São Paulo time, both included. */
export const DeliveryLogQuery = Type.Object({
  state: Type.Optional(OneOf(deliveryStatuses)),
  transactionId: Type.Optional(Type.String({ format: 'uuid' })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  cursor: Cursor,
})

export const DeliveryItem = DeliveryData
export type DeliveryItem = Static<typeof DeliveryItem>

export const DeliveryLog = PageOf(DeliveryItem)

const DeliveryAttempt = AttemptData

export const DeliveryDetail = Type.Object({
  ...DeliveryData.properties,
  /** As it is sent, without the custom header's value, the signature and documents. */
  request: Type.Object({
    method: Type.Literal('POST'),
    url: Type.String(),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    body: Type.String(),
  }),
  attempts: Type.Array(DeliveryAttempt),
})
export type DeliveryDetail = Static<typeof DeliveryDetail>

/** All undelivered events, or those of a period or one URL. */
export const ResendFailedForm = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  url: Type.Optional(Text(2048, { minLength: 1 })),
})
export type ResendFailedForm = Static<typeof ResendFailedForm>

export const ResentCount = Type.Object({ resent: Type.Integer(), resentIsExact: Type.Boolean() })
export type ResentCount = Static<typeof ResentCount>

export const DeliveryPageParams = Type.Object({ merchantId: Type.String(), deliveryId: Type.String() })
