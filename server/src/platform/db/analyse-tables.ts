import type { Sql } from './db.ts'

/**
 * Analyses tables that are new or have doubled, and returns how many. PostgreSQL plans for a table without statistics
 * as if it were almost empty and keeps such plans, so look-ups by key would scan a merchant's whole history. Its own
 * analysis starts only after a minute, which is too late for a new installation under load. A table that it counts as
 * empty although its file is not was analysed before its rows were committed, so it is analysed again.
 */
export async function analyseGrownTables({ sql }: { sql: Sql }): Promise<number> {
  const grown = await sql<{ name: string }[]>`
    select quote_ident(c.relname) as name
      from pg_class c join pg_stat_user_tables s on s.relid = c.oid
     where c.relnamespace = 'public'::regnamespace
       and (c.reltuples <= 0 and pg_relation_size(c.oid) >= 256 * 1024
            or c.reltuples > 0 and s.n_live_tup > 1000 and s.n_live_tup > 2 * c.reltuples)`
  for (const { name } of grown) await sql.unsafe(`analyze ${name}`)
  return grown.length
}
