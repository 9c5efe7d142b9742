import type { Sql } from './db.ts'

/**
 * PostgreSQL plans for a table it has never looked at as if it were almost empty, and keeps such plans: every look-up by
 * key may then walk through a merchant's whole history. It looks by itself only a minute after the first rows came, and
 * a minute after that, which is late for a new installation under load. So tables that are new or have doubled are shown
 * to it at once; returns how many. One that it knows as empty though its file is not was shown before its rows were
 * committed, which is worse than not at all.
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
