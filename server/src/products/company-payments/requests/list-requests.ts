import type { Total } from '../../../platform/db/bounded-count.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { type CompanyRequest, type Filter, countRequests, selectRequests } from './sql.ts'

/** Newest first. */
export async function listRequests(
  needs: { sql: Sql },
  { limit, offset, ...filter }: Filter & { limit: number; offset: number },
): Promise<Total & { items: CompanyRequest[] }> {
  const [total, items] = await Promise.all([
    countRequests(needs.sql, filter),
    selectRequests(needs.sql, filter, limit, offset),
  ])
  return { ...total, items }
}
