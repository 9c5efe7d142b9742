import type { Sql } from '../../platform/db/db.ts'
import { type SignedIn, openMemberships } from './portal-edge.ts'
import { type Membership, type SsoPolicy, selectPlatformPolicy } from './sql.ts'

/** The merchants that a session may open, and whether the platform requires its provider. */
export const readSessionScope = async (
  { sql }: { sql: Sql },
  signedIn: SignedIn,
): Promise<{ memberships: Membership[]; platformPolicy: SsoPolicy }> => ({
  memberships: await openMemberships(sql, signedIn),
  platformPolicy: await selectPlatformPolicy(sql),
})
