import type { Sql } from '../../db/db.ts'
import { type Delivery, type Filter, selectDeliveries } from './sql.ts'

type Wanted = Filter & { limit: number; cursor: string | undefined }

/** Newest first. A cursor is the id after which the next page starts. */
export async function listDeliveries(needs: { sql: Sql }, { limit, cursor, ...filter }: Wanted) {
  const found = await selectDeliveries(needs.sql, filter, { limit: limit + 1, beforeId: cursor })
  const items: Delivery[] = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}
