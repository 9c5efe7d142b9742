import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'
import { optionalEvents } from './states.ts'

const Address = Type.String({ format: 'http-url', maxLength: 2048 })

export const WebhookSettings = Type.Object({
  /** Where the merchant is notified of company payments and approvals; null: nowhere. */
  url: Nullable(Type.String()),
  /** Which events that the contract does not know are sent there. */
  events: Type.Array(OneOf(optionalEvents)),
  /** All that can be chosen. */
  optionalEvents: Type.Array(OneOf(optionalEvents)),
  secretSetAt: Timestamp,
  /** Until when events are signed with the secret before as well; null: they no longer are. */
  previousSecretValidUntil: Nullable(Timestamp),
})
export type WebhookSettings = Static<typeof WebhookSettings>

export const WebhookAddressForm = Type.Object({
  url: Nullable(Address),
  /** Missing: as before. */
  events: Type.Optional(Type.Array(OneOf(optionalEvents), { maxItems: optionalEvents.length })),
})
export type WebhookAddressForm = Static<typeof WebhookAddressForm>

/** The one answer that carries the secret. */
export const NewWebhookSecret = Type.Object({ webhookSecret: Type.String(), previousValidUntil: Timestamp })
export type NewWebhookSecret = Static<typeof NewWebhookSecret>

export const TestEventForm = Type.Object({
  /** Null or missing: to the merchant's own address. */
  url: Type.Optional(Nullable(Address)),
})

export const TestEvent = Type.Object({ deliveryId: Type.String() })
export type TestEvent = Static<typeof TestEvent>
