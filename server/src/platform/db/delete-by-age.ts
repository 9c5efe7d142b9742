import type { Sql } from './db.ts'
import { type Own, perMerchantWithRows } from './per-merchant.ts'
import { type Query, type Value, part } from './query.ts'

/** Rows that were created before a time, at most so many. */
export type Age = { before: Date; most: number }

/**
 * Deletes the oldest rows of a table. `remove` is the query that deletes those in `old`: it begins with the part that finds
 * and locks them.
 */
export function deleteByAge(
  sql: Sql,
  table: string,
  { before, most }: Age,
  remove: (withOld: Value, own: Own) => Query<object[]>,
) {
  const from = part([`from ${table} where created_at <`])
  return perMerchantWithRows(
    sql,
    most,
    () => sql`select merchant_id ${from} ${before} limit ${most}`,
    (own, share) =>
      remove(
        sql`
          with old as materialized (
            select * ${from} ${before} ${own.tenantFilter('merchant_id')}
             order by created_at limit ${share}
               for update skip locked)`,
        own,
      ),
  )
}
