import { openDataFolder } from '../lib/data-folder.ts'
import { type Sql, openDatabase } from './db.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

type Place = { DATABASE_URL: string; TRILHO_DATA: string }

/** For commands: the database of these settings, beside a running server or without one. */
export async function useDatabase<Result>(
  { DATABASE_URL, TRILHO_DATA }: Place,
  name: string,
  work: (sql: Sql, url: string) => Promise<Result>,
): Promise<Result> {
  const folder = DATABASE_URL === '' ? await openDataFolder(TRILHO_DATA) : ''
  const running = DATABASE_URL || (await findEmbeddedPostgres(folder))
  const started = running ? null : await startEmbeddedPostgres({ folder })
  const url = running || (started?.url ?? '')
  const sql = openDatabase(url, { connections: 1, name, limits: 'longWork' })
  try {
    return await work(sql, url)
  } finally {
    await sql.end()
    await started?.stop()
  }
}
