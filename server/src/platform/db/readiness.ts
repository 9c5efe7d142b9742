import { DatabaseFault, type FaultKind } from './database-faults.ts'
import type { Sql } from './db.ts'
import { isMigrated } from './migrate.ts'

/** Why requests cannot be served from this database now, in one word, or null. */
export async function whyDatabaseIsNotReady(
  sql: Sql,
): Promise<FaultKind | 'migrationsMissing' | 'databaseRefused' | null> {
  try {
    const [state] = await sql<{ readOnly: boolean }[]>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as read_only`
    if (state?.readOnly === true) return 'databaseReadOnly'
    // Once there was no room, a look tells nothing: something must be written to know that there is room again.
    if (sql.met.noRoom) await writeSomething(sql)
    return (await isMigrated(sql)) ? null : 'migrationsMissing'
  } catch (error) {
    return error instanceof DatabaseFault ? error.kind : 'databaseRefused'
  }
}

/** A table that needs new pages of the disk, and is gone with the transaction. */
async function writeSomething(sql: Sql): Promise<void> {
  await sql.begin(
    tx => tx`create temporary table room on commit drop as
    select repeat('room', 250) as filler from generate_series(1, 100)`,
  )
  sql.met.noRoom = false
}
