import type { Sql } from './db.ts'
import type { Query } from './query.ts'

/** Counting takes longer the more there is, so it stops here and the list reports that there are more. */
export const mostCounted = 10_000

/** The length of a list. If `totalIsExact` is false, there are more, or there may be. */
export type Total = { total: number; totalIsExact: boolean }

export const totalOf = (found: number): Total => ({
  total: Math.min(found, mostCounted),
  totalIsExact: found <= mostCounted,
})

/** The total of a page by offset. Clients read on until `total`, so it exceeds the offset while more items follow. */
export function totalOfPage(counted: Total, page: { offset: number; items: number; isLast: boolean }): Total {
  const seen = page.offset + page.items
  if (!page.isLast) return { ...counted, total: Math.max(counted.total, seen + 1) }
  return counted.totalIsExact || page.items === 0 ? counted : { total: seen, totalIsExact: true }
}

/** Counts the rows of a query that does not have a limit of its own. */
export async function countRows(sql: Sql, rows: Query<readonly object[]>): Promise<Total> {
  const [row] = await sql<{ found: number }[]>`
    select count(*)::int as found from (${rows} limit ${mostCounted + 1}) counted`
  return totalOf(row?.found ?? 0)
}
