import { setTimeout as delay } from 'node:timers/promises'
import { type Sql, openDatabase } from './db.ts'
import { distributeNewTables } from './distribution.ts'
import { type Migration, readMigrations } from './migrations.ts'

const turnPauseMs = 200
/** A session that waits for a table lock blocks all later ones. So each wait is short and is repeated many times. */
const lockMs = 500
const mostTries = 120
const longestPauseMs = 2_000

/** Migrates while other processes work: each file once, one process at a time, in a transaction unless it says not to. */
export async function migrate(url: string, { only = () => true, known }: Options = {}): Promise<void> {
  const migrations = known ?? (await readMigrations())
  const sql = openDatabase(url, { connections: 1, name: 'trilho migrations', limits: 'longWork' })
  try {
    await takeTurn(sql)
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`
    const applied = new Map(
      (await sql<{ name: string; checksum: string }[]>`select name, checksum from migrations`).map(m => [
        m.name,
        m.checksum,
      ]),
    )
    refuseForeign(applied, migrations)
    for (const migration of migrations.filter(({ name }) => only(name)))
      if (!applied.has(migration.name)) await apply(sql, migration)
    await distributeNewTables(sql)
  } finally {
    // Closing the session also releases the lock.
    await sql.end()
  }
}

/** `only`: a part of the migrations. `known`: other migrations than the program's, for tests. */
type Options = { only?: (name: string) => boolean; known?: readonly Migration[] }

/** Refuses a schema that is not ours. Higher numbers are of a later release, whose schema this one can use. */
function refuseForeign(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const newest = numberOf(migrations.at(-1)?.name ?? '')
  for (const [name, checksum] of applied)
    if (numberOf(name) <= newest && checksums.get(name) !== checksum)
      throw new Error(
        `this database was made by another version of Trilho (its migration ${name} is not one of this version): use a new database, by another DATABASE_URL or TRILHO_DATA, or start the version that made it`,
      )
}

const numberOf = (name: string): number => Number(name.slice(0, 4))

/** Polls, because a waiting session holds a snapshot, for which `create index concurrently` waits. */
async function takeTurn(sql: Sql): Promise<void> {
  for (;;) {
    const [turn] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_lock(hashtext('trilho migrations')) as taken`
    if (turn?.taken === true) return
    await delay(turnPauseMs)
  }
}

async function apply(sql: Sql, { name, checksum, text, queries }: Migration): Promise<void> {
  if (queries !== null) {
    for (const query of queries) await sql.unsafe(query)
    await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`
    return
  }
  for (let tries = 1; ; tries++)
    try {
      return await sql.begin(async tx => {
        await tx.unsafe(`set local lock_timeout = ${lockMs}`)
        await tx.unsafe(text)
        await tx`insert into migrations (name, checksum) values (${name}, ${checksum})`
      })
    } catch (error) {
      if (!isInTheWay(error) || tries >= mostTries) throw error
      await delay(Math.random() * Math.min(longestPauseMs, 100 * tries))
    }
}

/** Running work held a table for too long, or waited for one that the migration had locked. */
const isInTheWay = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || code === '40P01' || (cause instanceof Error && isInTheWay(cause))
}

/** Whether the database responds and has every migration of this program. */
export const isMigrated = async (sql: Sql): Promise<boolean> => (await missingMigrations(sql)).length === 0

/** The migrations of this program that the database does not have. */
export async function missingMigrations(sql: Sql): Promise<string[]> {
  const names = (await readMigrations()).map(m => m.name)
  const missing = await sql<{ name: string }[]>`
    select known.name from unnest(${names}::text[]) as known(name)
     where not exists (select 1 from migrations m where m.name = known.name) order by 1`
  return missing.map(({ name }) => name)
}
