import type { Sql } from '../../db/db.ts'
import { type Browsed, type ListedRequest, selectForOperator, selectRequestPage } from './sql.ts'

type Page = { items: ListedRequest[]; nextCursor: string | null }
type Paging = { limit: number; cursor: string | undefined }

const pageOf = (found: ListedRequest[], limit: number): Page => {
  const items = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** A merchant's requests as one of its people sees them, newest first. */
export const browseRequests = async (needs: { sql: Sql }, { limit, cursor, ...wanted }: Browsed & Paging) =>
  pageOf(await selectRequestPage(needs.sql, wanted, { limit: limit + 1, beforeId: cursor }), limit)

/** Payments above their merchant's limit that the operator has not agreed to yet, of all merchants, oldest first. */
export const listForOperator = async (
  needs: { sql: Sql },
  { personId, limit, cursor }: Paging & { personId: string },
) => pageOf(await selectForOperator(needs.sql, personId, { limit: limit + 1, afterId: cursor }), limit)
