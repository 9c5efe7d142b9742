import type { Sql } from './db.ts'
import { missingMigrations } from './migrate.ts'

export type DatabaseHealth = { version: string; answerMs: number; missing: string[]; migrations: number }

/** Whether the database answers, how fast, and which of the migrations that this program knows it has not. */
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
