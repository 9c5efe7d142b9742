import { type Static, Type } from 'typebox'
import { CursorLike, Limit, PageOf } from '../../platform/http/paging.ts'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'
import { acts } from './act.ts'

const Moment = Type.Optional(Type.String({ format: 'date-time' }))

/** `from` is included, `to` is not. */
export const AuditLogQuery = Type.Object({
  person: Type.Optional(Type.String({ format: 'uuid' })),
  act: Type.Optional(OneOf(acts)),
  from: Moment,
  to: Moment,
  limit: Limit,
  cursor: CursorLike('^\\d{1,14}_\\d{1,18}$'),
})
export type AuditLogQuery = Static<typeof AuditLogQuery>

/** An entry of the audit log. `refusal` is why it was not done after all, and in words; null: it was done. */
export const AuditLogEntry = Type.Object({
  sequence: Type.String(),
  at: Timestamp,
  personId: Nullable(Type.String()),
  personName: Type.String(),
  merchantId: Nullable(Type.String()),
  merchantName: Nullable(Type.String()),
  act: Type.String(),
  subject: Type.String(),
  details: Type.Object({}, { additionalProperties: true }),
  address: Type.String(),
  refusal: Nullable(Type.String()),
  refusalMeaning: Nullable(Type.String()),
})
export type AuditLogEntry = Static<typeof AuditLogEntry>

export const AuditLogPage = PageOf(AuditLogEntry)
export type AuditLogPage = Static<typeof AuditLogPage>
