import { type Static, Type } from 'typebox'
import { permissions, roles } from './permissions.ts'

const Merchant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  roles: Type.Array(Type.Enum(roles)),
  permissions: Type.Array(Type.Enum(Object.keys(permissions) as (keyof typeof permissions)[])),
})

/** Everything the portal needs to know before it draws its first screen. */
export const SessionView = Type.Object({
  isSandbox: Type.Boolean(),
  csrfToken: Type.String(),
  person: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    language: Type.Enum(['pt', 'en']),
    isOperator: Type.Boolean(),
    hasSecondFactor: Type.Boolean(),
  }),
  /** What the person must do before anything else; null: nothing. */
  mustDo: Type.Union([Type.Literal('enableSecondFactor'), Type.Null()]),
  /** What an operator may do on the platform and, reading, for every merchant; empty for everybody else. */
  platformPermissions: Type.Array(Type.Enum(Object.keys(permissions) as (keyof typeof permissions)[])),
  merchants: Type.Array(Merchant),
})
export type SessionView = Static<typeof SessionView>
