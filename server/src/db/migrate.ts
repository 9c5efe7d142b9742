import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type { Sql } from './db.ts'

const folder = new URL('../../migrations/', import.meta.url)

type Migration = { name: string; text: string; checksum: string }

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async name => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Brings the schema up to date: forward only, each file once and whole, by one process at a time. */
export async function migrate(sql: Sql): Promise<void> {
  const migrations = await readMigrations()
  await sql.begin(async tx => {
    await tx`select pg_advisory_xact_lock(hashtext('trilho migrations'))`
    await tx`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`
    const applied = new Map(
      (await tx<{ name: string; checksum: string }[]>`select name, checksum from migrations`).map(m => [
        m.name,
        m.checksum,
      ]),
    )
    for (const { name, text, checksum } of migrations) {
      const before = applied.get(name)
      if (before === checksum) continue
      if (before !== undefined) throw new Error(`migration ${name} was changed after it had been applied`)
      await tx.unsafe(text)
      await tx`insert into migrations ${tx({ name, checksum })}`
    }
  })
}

/** Whether the database answers and has every migration this program knows. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const names = (await readMigrations()).map(m => m.name)
  const [row] = await sql<{ missing: number }[]>`
    select count(*)::int as missing from unnest(${names}::text[]) as wanted(name)
     where not exists (select from migrations m where m.name = wanted.name)`
  return row?.missing === 0
}
