import type { Sql, Tx } from '../../../src/platform/db/db.ts'

type Table = { name: string; columns: string }

/** Every table, with the columns that are not computed from others. */
const tablesOf = (sql: Sql | Tx) => sql<Table[]>`
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   group by c.relname order by c.relname`

/** A backup of all rows at one moment, kept beside them in the same database. */
export const backUpRows = (sql: Sql): Promise<void> =>
  sql.longWork().begin(async tx => {
    await tx`set transaction isolation level repeatable read`
    await tx`set local client_min_messages = warning`
    await tx`drop schema if exists backup cascade`
    await tx`create schema backup`
    for (const { name, columns } of await tablesOf(tx))
      await tx.unsafe(`create table backup.${name} as select ${columns} from public.${name}`)
  })

/**
 * Brings the rows of the backup back: what was written since is lost. `within` is in the same commit. No server may run
 * meanwhile, as with a real restore.
 */
export const restoreRows = (sql: Sql, within: (tx: Tx) => Promise<void>): Promise<void> =>
  sql.longWork().begin(async tx => {
    const tables = await tablesOf(tx)
    // A restore goes past triggers and references, which are of single changes.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`truncate ${tables.map(({ name }) => `public.${name}`).join(', ')}`)
    for (const { name, columns } of tables)
      await tx.unsafe(
        `insert into public.${name} (${columns}) overriding system value select ${columns} from backup.${name}`,
      )
    await tx`set local session_replication_role = origin`
    await within(tx)
  })
