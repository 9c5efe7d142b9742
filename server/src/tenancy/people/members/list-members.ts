import type { Sql } from '../../../platform/db/db.ts'
import { type Paging, readPage } from '../../../platform/http/paging.ts'
import { selectMembers, selectOwners } from './sql.ts'

/** A cursor is the person after whom the next page starts. */
export const listMembers = (needs: { sql: Sql }, { merchantId, limit, cursor }: Paging & { merchantId: string }) =>
  readPage(
    limit,
    rows => selectMembers(needs.sql, merchantId, { after: cursor, limit: rows }),
    ({ personId }) => personId,
  )

/** All owners of a merchant who are not shut out. */
export const listOwners = (needs: { sql: Sql }, merchantId: string) => selectOwners(needs.sql, merchantId)
