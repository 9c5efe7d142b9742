import type { Sql } from './db.ts'

/** How PostgreSQL names what it cannot read: by its file, or by the name of an index or of a table for long values. */
const fileName = /"?(?:base\/\d+|global)\/(\d+)/
const indexName = /index "([^"]+)"/
const longValues = /\bpg_toast_(\d+)/

/** Whether a damaged page is of a table whose rows belong to merchants, which is assumed where it is not named. */
export async function isOfMerchants(sql: Sql, fault: unknown): Promise<boolean> {
  const { message } = fault as Error
  const nameBy = (pattern: RegExp) => pattern.exec(message)?.[1] ?? null
  const [file, index, table] = [nameBy(fileName), nameBy(indexName), nameBy(longValues)]
  if (sql.database.isDistributed || (file === null && index === null && table === null)) return true
  const [found] = await sql<{ isOfMerchants: boolean }[]>`
    select exists (select 1 from pg_attribute a where a.attrelid = coalesce(t.oid, i.indrelid, c.oid)
                      and a.attname = 'merchant_id') as is_of_merchants
      from pg_class c
      left join pg_class t on t.reltoastrelid = c.oid
      left join pg_index i on i.indexrelid = c.oid
     where c.oid = coalesce(pg_filenode_relation(0, ${file}::oid), to_regclass(${index}::text), ${table}::oid)`
  return found?.isOfMerchants ?? true
}
