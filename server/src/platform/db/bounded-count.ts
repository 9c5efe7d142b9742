import type { Sql } from './db.ts'
import type { Statement } from './statement.ts'

/** Counting costs as much as there is to count, so it stops here: a list of more says that there is more. */
export const mostCounted = 10_000

/** How many a list has. Not exact: there are more than that, or there may be. */
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
