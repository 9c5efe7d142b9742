import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip, createGzip } from 'node:zlib'
import type { Sql, Tx } from './db.ts'

/** What a dump holds: enough to create the same schema and to check that all rows were restored. */
export type Dump = {
  at: string
  migrations: { name: string; checksum: string }[]
  tables: { name: string; rows: number }[]
  sequences: { name: string; value: string }[]
}

const rowsAtOnce = 1_000
const fileOf = (folder: string, table: string) => join(folder, `${table}.jsonl.gz`)

/** Writes all rows as of one moment, one file per table and one line per row, while servers go on working. */
export const dumpDatabase = (sql: Sql, folder: string): Promise<Dump> =>
  sql.begin(async tx => {
    await tx.unsafe('set transaction isolation level repeatable read, read only')
    const [now] = await tx<{ at: Date }[]>`select now() as at`
    const tables: Dump['tables'] = []
    for (const { name } of await tablesIn(tx)) tables.push({ name, rows: await dumpTable(tx, name, folder) })
    return {
      at: now?.at.toISOString() ?? '',
      migrations: await tx<Dump['migrations']>`select name, checksum from migrations order by name`,
      tables,
      sequences: await tx<Dump['sequences']>`
        select quote_ident(sequencename) as name, last_value::text as value from pg_sequences
         where schemaname = 'public' and last_value is not null order by sequencename`,
    }
  })

/** All tables except the list of migrations, which migrating creates. */
const tablesIn = (tx: Sql | Tx) => tx<{ name: string }[]>`
  select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by tablename`

async function dumpTable(tx: Tx, table: string, folder: string): Promise<number> {
  const file = createGzip({ level: 1 })
  const written = file.pipe(createWriteStream(fileOf(folder, table), { mode: 0o600, flush: true }))
  await tx.unsafe(`declare all_rows no scroll cursor for select to_json(r)::text as line from "${table}" r`)
  let rows = 0
  for (;;) {
    const lines = await tx.unsafe<{ line: string }[]>(`fetch ${rowsAtOnce} from all_rows`)
    if (lines.length === 0) break
    rows += lines.length
    if (!file.write(lines.map(({ line }) => `${line}\n`).join(''))) await once(file, 'drain')
  }
  await tx.unsafe('close all_rows')
  file.end()
  await once(written, 'close')
  return rows
}

/** Whether no server has used this database: the first thing that a server writes is its environment. */
export async function isUnused(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ hasPlatform: boolean; hasTables: boolean }[]>`
    select to_regclass('public.platform') is not null as has_platform,
           exists (select 1 from pg_tables where schemaname = 'public') as has_tables`
  if (row?.hasPlatform !== true) return row?.hasTables === false
  return (await sql`select 1 from platform`).count === 0
}

/** Fills a database of the same schema, completely or not at all. `note` writes in the same commit. */
export const loadDatabase = (sql: Sql, folder: string, dump: Dump, note: (tx: Tx) => Promise<void>): Promise<void> =>
  sql.begin(async tx => {
    await tx.unsafe(loosen)
    for (const { name, rows } of dump.tables) {
      const loaded = await loadTable(tx, name, folder)
      if (loaded !== rows) throw new Error(`${name} has ${loaded} rows instead of ${rows}: the backup is not whole`)
    }
    for (const { name, value } of dump.sequences) await tx`select setval(${name}::regclass, ${value}::bigint)`
    await tx.unsafe(fasten)
    await note(tx)
  })

async function loadTable(tx: Tx, table: string, folder: string): Promise<number> {
  const [found] = await tx<{ columns: string }[]>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''`
  const load = (lines: string[]) =>
    tx`select pg_temp.load_rows(${table}::regclass, ${found?.columns ?? ''}, ${`[${lines.join(',')}]`}::text::json)`
  let rows = 0
  let lines: string[] = []
  for await (const line of createInterface({ input: createReadStream(fileOf(folder, table)).pipe(createGunzip()) })) {
    rows++
    if (lines.push(line) < rowsAtOnce) continue
    await load(lines)
    lines = []
  }
  if (lines.length > 0) await load(lines)
  return rows
}

/** Drops references and the rows that migrations inserted, and creates the function that writes rows. */
const loosen = `
  create temporary table ties on commit drop as
    select conrelid::regclass::text as of_table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace;
  create function pg_temp.load_rows(target regclass, columns text, lines json) returns void language plpgsql as $load$
    begin
      execute format('insert into %s (%s) overriding system value select %s from json_populate_recordset(null::%s, $1)',
                     target, columns, columns, target) using lines;
    end $load$;
  do $do$
    declare one record;
    begin
      for one in select of_table, name from ties loop
        execute format('alter table %s drop constraint %s', one.of_table, one.name);
      end loop;
      for one in select quote_ident(tablename) as name from pg_tables
                  where schemaname = 'public' and tablename <> 'migrations' loop
        execute format('alter table %s disable trigger user', one.name);
        execute format('delete from %s', one.name);
      end loop;
    end $do$`

const fasten = `
  do $do$
    declare one record;
    begin
      for one in select quote_ident(tablename) as name from pg_tables
                  where schemaname = 'public' and tablename <> 'migrations' loop
        execute format('alter table %s enable trigger user', one.name);
      end loop;
      for one in select of_table, name, definition from ties loop
        execute format('alter table %s add constraint %s %s', one.of_table, one.name, one.definition);
      end loop;
    end $do$`
