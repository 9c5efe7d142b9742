import type { Sql } from '../../db/db.ts'
import { type Member, selectMembers } from './sql.ts'

type Wanted = { merchantId: string; limit: number; cursor: string | undefined }

/** A cursor is the person after whom the next page starts. */
export async function listMembers(needs: { sql: Sql }, { merchantId, limit, cursor }: Wanted) {
  const found = await selectMembers(needs.sql, merchantId, { after: cursor, limit: limit + 1 })
  const items: Member[] = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.personId ?? null) : null }
}
