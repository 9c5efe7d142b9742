import type { Sql } from '../../../platform/db/db.ts'
import { type Paging, readPage } from '../../../platform/http/paging.ts'
import { hasAcceptedOwner, selectMember, selectMembers, selectOwners } from './sql.ts'
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

/** Whether no owner has ever accepted an invitation. One who was disabled has: the merchant is theirs. */
export const awaitsOwner = async (needs: { sql: Sql }, merchantId: string): Promise<boolean> =>
  !(await hasAcceptedOwner(needs.sql, merchantId))

/** Name and roles for the audit log, to be read after the person has left. Empty: not a member. */
export async function nameMember(
  needs: { sql: Sql },
  { merchantId, personId }: { merchantId: string; personId: string },
): Promise<{ name?: string; roles?: Role[] }> {
  const member = isUuid(personId) ? await selectMember(needs.sql, merchantId, personId) : undefined
  return member === undefined ? {} : { name: member.name, roles: member.roles }
}
