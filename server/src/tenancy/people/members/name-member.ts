import type { Sql } from '../../../platform/db/db.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import type { Role } from '../permissions.ts'
import { selectMember } from './sql.ts'

/** Who is meant and what they may do, for the audit log: an id says nothing once the person is gone. Nothing of somebody who is no member. */
export async function nameMember(
  needs: { sql: Sql },
  { merchantId, personId }: { merchantId: string; personId: string },
): Promise<{ name?: string; roles?: Role[] }> {
  const member = isUuid(personId) ? await selectMember(needs.sql, merchantId, personId) : undefined
  return member === undefined ? {} : { name: member.name, roles: member.roles }
}
