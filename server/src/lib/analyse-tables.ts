import type { Sql } from './db.ts'

/**
 * PostgreSQL plans for a table it has never looked at as if it were almost empty, and keeps such plans: every look-up by
 * key may then walk through a merchant's whole history. It looks by itself only a minute after the first rows came, which
 * is late for a new installation under load. So new tables that have grown are shown to it at once; answers how many.
 */
export async function analyseNewTables({ sql }: { sql: Sql }): Promise<number> {
  const grown = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0
       and pg_relation_size(oid) >= 256 * 1024`
  for (const { name } of grown) await sql.unsafe(`analyze ${name}`)
  return grown.length
}
