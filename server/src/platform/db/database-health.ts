import type { Sql, Tx } from './db.ts'
import { isMigrated, missingMigrations } from './migrate.ts'
import { placesBeside } from './limits.ts'
import { type FaultKind, DatabaseFault } from './database-faults.ts'

export type DatabaseHealth = { version: string; answerMs: number; missing: string[]; migrations: number }

/** Whether the database responds, how fast, and which migrations of this program are missing. */
export async function readDatabaseHealth(sql: Sql): Promise<DatabaseHealth> {
  const startedMs = performance.now()
  const [row] = await sql<{ version: string; migrations: number }[]>`
    select current_setting('server_version') as version, (select count(*)::int from migrations) as migrations`
  const answerMs = Math.round((performance.now() - startedMs) * 10) / 10
  return {
    version: row?.version.split(' ')[0] ?? '',
    answerMs,
    missing: await missingMigrations(sql),
    migrations: row?.migrations ?? 0,
  }
}

export type Environment = 'sandbox' | 'production'

/** Stores at the first start which environment the database is for, and returns the stored one. */
export async function rememberEnvironment(sql: Sql, environment: Environment): Promise<Environment> {
  await sql`insert into platform (environment) values (${environment}) on conflict do nothing`
  return (await readEnvironment(sql)) ?? environment
}

/** Null: no server has used this database. */
export async function readEnvironment(sql: Sql | Tx): Promise<Environment | null> {
  const [platform] = await sql<{ environment: Environment }[]>`select environment from platform`
  return platform?.environment ?? null
}

/** The maximum number of connections of all processes. SIGHUP starts a new process before it stops an old one. */
export const connectionsOf = (processes: number, each: number): number =>
  (processes === 1 ? 1 : processes + 1) * (each + placesBeside)

/** How many connections PostgreSQL has for all clients, without those reserved for administrators. */
export async function roomForConnections(sql: Sql): Promise<number> {
  const [room] = await sql<{ places: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as places`
  return room?.places ?? 0
}

/** Why requests cannot be served from this database now, in one word, or null. */
export async function whyDatabaseIsNotReady(
  sql: Sql,
): Promise<FaultKind | 'migrationsMissing' | 'databaseRefused' | null> {
  try {
    const [state] = await sql<{ readOnly: boolean }[]>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as read_only`
    if (state?.readOnly === true) return 'databaseReadOnly'
    // After the disk was full, only a write can show that there is space again.
    if (sql.met.noRoom) await writeSomething(sql)
    return (await isMigrated(sql)) ? null : 'migrationsMissing'
  } catch (error) {
    return error instanceof DatabaseFault ? error.kind : 'databaseRefused'
  }
}

/** Writes to a table that needs new disk pages and disappears with the transaction. */
async function writeSomething(sql: Sql): Promise<void> {
  await sql.begin(
    tx => tx`create temporary table room on commit drop as
    select repeat('room', 250) as filler from generate_series(1, 100)`,
  )
  sql.met.noRoom = false
}
