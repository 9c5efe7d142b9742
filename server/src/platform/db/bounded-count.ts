import type { Sql } from './db.ts'
import type { Statement } from './statement.ts'

/** Counting takes longer the more there is, so it stops here and the list reports that there are more. */
export const mostCounted = 10_000

/** The length of a list. If `totalIsExact` is false, there are more, or there may be. */
export type Total = { total: number; totalIsExact: boolean }

export const totalOf = (found: number): Total => ({
  total: Math.min(found, mostCounted),
  totalIsExact: found <= mostCounted,
})

/** Counts the rows of a query that does not have a limit of its own. */
export async function countRows(sql: Sql, rows: Statement<readonly object[]>): Promise<Total> {
  const [row] = await sql<{ found: number }[]>`
    select count(*)::int as found from (${rows} limit ${mostCounted + 1}) counted`
  return totalOf(row?.found ?? 0)
}
