import { type Total, totalOfPage } from '../../../platform/db/bounded-count.ts'
import type { Sql } from '../../../platform/db/db.ts'
import {
  type Browsed,
  type CompanyRequest,
  type Filter,
  countRequests,
  selectForOperator,
  selectRequestPage,
  selectRequests,
} from './sql.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'

/** Newest first. */
export async function listRequests(
  needs: { sql: Sql },
  { limit, offset, ...filter }: Filter & { limit: number; offset: number },
): Promise<Total & { items: CompanyRequest[] }> {
  const [total, found] = await Promise.all([
    countRequests(needs.sql, filter),
    selectRequests(needs.sql, filter, limit + 1, offset),
  ])
  const items = found.slice(0, limit)
  return { ...totalOfPage(total, { offset, items: items.length, isLast: found.length <= limit }), items }
}

/** A merchant's requests as one of its people sees them, newest first. */
export const browseRequests = (needs: { sql: Sql }, { limit, cursor, ...input }: Browsed & Paging) =>
  readPage(limit, rows => selectRequestPage(needs.sql, input, { limit: rows, beforeId: cursor }), byId)

/** Payments above their merchant's limit that the operator has not agreed to yet, of all merchants, oldest first. */
export const listForOperator = (needs: { sql: Sql }, { personId, limit, cursor }: Paging & { personId: string }) =>
  readPage(limit, rows => selectForOperator(needs.sql, personId, { limit: rows, afterId: cursor }), byId)
