import { type OperatorRole, operatorRoles, permissions, roles } from '../../src/tenancy/people/permissions.ts'
import type { PortalRoute } from './portal-route-list.ts'

/** Everybody who may be signed in, by role. */
export const identities = [...roles, ...operatorRoles] as const
export type Identity = (typeof identities)[number]

export const isOperator = (identity: Identity): identity is OperatorRole =>
  operatorRoles.some(role => role === identity)

/** Whom `newPortalPerson` makes of it. */
export const asPerson = (identity: Identity, merchantId: string) =>
  isOperator(identity) ? { operatorRoles: [identity] } : { merchantId, roles: [identity] }

/** A role at a merchant counts for its paths only; what belongs to nobody is for all who are signed in. */
export function mayCall({ path, may }: PortalRoute, identity: Identity): boolean {
  if (may === 'anybody' || may === 'signedIn') return true
  if (may === undefined) return false
  const who: readonly string[] = permissions[may]
  return who.includes(identity) && (path.includes(':merchantId') || isOperator(identity))
}

export const byPath = (routes: PortalRoute[]): PortalRoute[] =>
  routes.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
