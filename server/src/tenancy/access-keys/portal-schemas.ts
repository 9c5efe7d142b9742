import { type Static, Type } from 'typebox'
import { Cursor, PageOf } from '../../platform/http/paging.ts'
import { Amount, Money, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { type Overlap, overlapsMs, scopes, shownKeyStates } from './states.ts'

export const KeyView = Type.Object({
  id: Type.String(),
  /** What the merchant's program sends as `accessKey`; no secret. */
  accessKey: Type.String(),
  name: Type.String(),
  state: OneOf(shownKeyStates),
  scopes: Type.Array(OneOf(scopes)),
  expiresAt: Nullable(Timestamp),
  /** Up to a minute late. */
  lastUsedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  createdByName: Nullable(Type.String()),
  /** The owner who confirmed it, if its maker is not an owner. */
  confirmedByName: Nullable(Type.String()),
  /** The key that replaces it: this one works until `expiresAt`, or while the other is Pending. */
  replacedBy: Nullable(Type.String()),
  /** Networks (CIDR) that calls with it must come from; none: any. */
  networks: Type.Array(Type.String()),
  /** Networks that allow more, and hold from then on. */
  networksLater: Nullable(Type.Object({ networks: Type.Array(Type.String()), at: Timestamp })),
})
export type KeyView = Static<typeof KeyView>

export const KeysQuery = Type.Object({
  inUse: Type.Optional(Type.Boolean({ description: 'Only keys that can log in now, or wait for an owner' })),
  madeBy: Type.Optional(Type.String({ format: 'uuid', description: 'Only keys that this person has made' })),
  cursor: Cursor,
})

export const KeysPage = PageOf(KeyView)

/** As CIDR, or single addresses. */
const Networks = Type.Array(Text(50, { minLength: 2 }), { maxItems: 50 })

export const NewKeyRequest = Type.Object({
  name: Text(80, { minLength: 1 }),
  scopes: Type.Array(OneOf(scopes), { minItems: 1, uniqueItems: true }),
  expiresAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
  /** None: from anywhere. */
  networks: Type.Optional(Networks),
})
export type NewKeyRequest = Static<typeof NewKeyRequest>

/** The only response with the secret. */
export const NewKey = Type.Object({ key: KeyView, secret: Type.String() })
export type NewKey = Static<typeof NewKey>

export const RotationRequest = Type.Object({ overlap: OneOf(Object.keys(overlapsMs) as Overlap[]) })
export type RotationRequest = Static<typeof RotationRequest>

/** `previousValidUntil` is null if the new key is Pending: until it is confirmed the old one works as before. */
export const RotatedKey = Type.Object({ key: KeyView, secret: Type.String(), previousValidUntil: Nullable(Timestamp) })
export type RotatedKey = Static<typeof RotatedKey>

export const NetworksForm = Type.Object({ networks: Networks })
export type NetworksForm = Static<typeof NetworksForm>

const rules = {
  /** Above it a cash-out waits for approval; null: none does. */
  approvalAbove: Nullable(Money),
  /** What a key may pay out in its first 24 hours; null: no limit of its own. */
  newKeyLimit: Nullable(Money),
  /** Only to approved recipients. */
  restrictsRecipients: Type.Boolean(),
}

/** What access keys may pay out by themselves. `later`: rules that allow more, and hold from then on. */
export const PayoutRulesView = Type.Object({ ...rules, later: Nullable(Type.Object({ ...rules, at: Timestamp })) })
export type PayoutRulesView = Static<typeof PayoutRulesView>

export const PayoutRulesForm = Type.Object({
  approvalAbove: Nullable(Amount()),
  newKeyLimit: Nullable(Amount()),
  restrictsRecipients: Type.Boolean(),
})
export type PayoutRulesForm = Static<typeof PayoutRulesForm>

export const KeyParams = Type.Object({ merchantId: Type.String(), keyId: Type.String() })
