import { setTimeout as delay } from 'node:timers/promises'
import { type Sql, openDatabase } from './db.ts'
import { distributeNewTables } from './distribution.ts'
import { type Migration, readMigrations } from './migrations.ts'

const turnPauseMs = 200
/** A session that waits for a table lock blocks all later ones. So each wait is short, and there are many tries. */
const lockMs = 500
const mostTries = 120
const longestPauseMs = 2_000

/**
 * Brings the schema up to date: forward only, each file once and whole, by one process at a time, beside processes that
 * go on working. Each file is a transaction of its own, unless it says that it needs none.
 */
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
    // With the only session its turn ends.
    await sql.end()
  }
}

/** `only`: a part of the migrations. `known`: others than those of this program, for tests. */
type Options = { only?: (name: string) => boolean; known?: readonly Migration[] }

/**
 * A database whose schema is not one of ours cannot be brought up to date. Migrations with higher numbers are of a later
 * release, whose schema this one can work on.
 */
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

/**
 * Polls instead of waiting: a session that waits in PostgreSQL holds a snapshot of the data, and an index that is made
 * beside the running work waits for all of those to end.
 */
async function takeTurn(sql: Sql): Promise<void> {
  for (;;) {
    const [turn] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_lock(hashtext('trilho migrations')) as taken`
    if (turn?.taken === true) return
    await delay(turnPauseMs)
  }
}

async function apply(sql: Sql, { name, checksum, text, statements }: Migration): Promise<void> {
  if (statements !== null) {
    for (const statement of statements) await sql.unsafe(statement)
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

/** Running work held a table for too long, or waited for one that the migration held. */
const isInTheWay = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || code === '40P01' || (cause instanceof Error && isInTheWay(cause))
}

/** Whether the database answers and has every migration this program knows. */
export const isMigrated = async (sql: Sql): Promise<boolean> => (await missingMigrations(sql)).length === 0

/** Which of the migrations that this program knows the database has not. */
export async function missingMigrations(sql: Sql): Promise<string[]> {
  const names = (await readMigrations()).map(m => m.name)
  const missing = await sql<{ name: string }[]>`
    select known.name from unnest(${names}::text[]) as known(name)
     where not exists (select 1 from migrations m where m.name = known.name) order by 1`
  return missing.map(({ name }) => name)
}
