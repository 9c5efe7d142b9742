import { type Static, Type } from 'typebox'
import { CursorLike, Limit, PageOf } from '../../platform/http/paging.ts'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'
import { auditActions } from './act.ts'

const Moment = Type.Optional(Type.String({ format: 'date-time' }))

/** `from` is included, `to` is not. */
export const AuditLogQuery = Type.Object({
  person: Type.Optional(Type.String({ format: 'uuid' })),
  act: Type.Optional(OneOf(auditActions)),
  from: Moment,
  to: Moment,
  limit: Limit,
  cursor: CursorLike('^\\d{1,14}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_\\d{1,18}$'),
})
export type AuditLogQuery = Static<typeof AuditLogQuery>

/** An entry of the audit log. `sequence` counts in the chain of its merchant, or of the platform (null). */
export const AuditLogEntry = Type.Object({
  sequence: Type.String(),
  at: Timestamp,
  personId: Nullable(Type.String()),
  personName: Type.String(),
  merchantId: Type.String(),
  merchantName: Nullable(Type.String()),
  act: Type.String(),
  subject: Type.String(),
  details: Type.Object({}, { additionalProperties: true }),
  address: Type.String(),
})
export type AuditLogEntry = Static<typeof AuditLogEntry>

export const AuditLogPage = PageOf(AuditLogEntry)
export type AuditLogPage = Static<typeof AuditLogPage>
