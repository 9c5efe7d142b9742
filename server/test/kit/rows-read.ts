import type { Sql } from '../../src/platform/db/db.ts'

/** How many rows of a table PostgreSQL reads while a function runs: the cost of a query, independent of the machine. */
export const rowsRead = (sql: Sql, table: string, run: (sql: Sql) => Promise<unknown>): Promise<number> =>
  sql.begin(async tx => {
    const readSoFar = async () => {
      const [row] = await tx<{ read: number }[]>`
        select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read from pg_stat_xact_user_tables
         where relname = ${table}`
      return row?.read ?? 0
    }
    const before = await readSoFar()
    await run(tx as unknown as Sql)
    return (await readSoFar()) - before
  })
