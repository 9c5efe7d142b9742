import type { Sql } from './db.ts'
import { isMigrated } from './migrate.ts'

export type DatabaseHealth = { version: string; answerMs: number; isMigrated: boolean; migrations: number }

/** Whether the database answers, how fast, and whether it has every migration this program knows. */
export async function readDatabaseHealth(sql: Sql): Promise<DatabaseHealth> {
  const startedMs = performance.now()
  const [row] = await sql<{ version: string; migrations: number }[]>`
    select current_setting('server_version') as version, (select count(*)::int from migrations) as migrations`
  const answerMs = Math.round((performance.now() - startedMs) * 10) / 10
  return {
    version: row?.version.split(' ')[0] ?? '',
    answerMs,
    isMigrated: await isMigrated(sql),
    migrations: row?.migrations ?? 0,
  }
}
