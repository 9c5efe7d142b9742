import type { Sql } from '../../../platform/db/db.ts'
import { type Paging, readPage } from '../../../platform/http/paging.ts'
import { selectMember, selectMembers, selectOwners } from './sql.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import type { Role } from '../permissions.ts'

/** The cursor is the last person of the previous page. */
export const listMembers = (needs: { sql: Sql }, { merchantId, limit, cursor }: Paging & { merchantId: string }) =>
  readPage(
    limit,
    rows => selectMembers(needs.sql, merchantId, { after: cursor, limit: rows }),
    ({ personId }) => personId,
  )

/** All owners of a merchant who are not disabled. */
export const listOwners = (needs: { sql: Sql }, merchantId: string) => selectOwners(needs.sql, merchantId)

/**
 * Name and roles for the audit log, because an id alone says nothing after the person has left. Empty: not a member.
 */
export async function nameMember(
  needs: { sql: Sql },
  { merchantId, personId }: { merchantId: string; personId: string },
): Promise<{ name?: string; roles?: Role[] }> {
  const member = isUuid(personId) ? await selectMember(needs.sql, merchantId, personId) : undefined
  return member === undefined ? {} : { name: member.name, roles: member.roles }
}
