import { type Config, SettingError } from '../config.ts'
import { openDatabase } from '../db/db.ts'
import { freePort, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { rememberEnvironment } from '../db/environment.ts'
import { migrate } from '../db/migrate.ts'
import { openDataFolder } from '../lib/data-folder.ts'
import type { Life } from './life.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** Where the database is, where to listen, and under which address the server is known. */
export type Place = { databaseUrl: string; port: number; url: string }

/**
 * What is done once, however many processes serve: a database that is there, up to date, and of this environment.
 */
export async function prepare(config: Config, life: Life): Promise<Place> {
  const folder = keepsFiles(config) ? await openDataFolder(config.TRILHO_DATA) : ''
  const databaseUrl = config.DATABASE_URL || (await embedDatabase(folder, life))
  const port = config.PORT || (await freePort())
  const url = config.PUBLIC_URL || `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${port}`
  const place = { databaseUrl, port, url: url.replace(/\/+$/, '') }

  const sql = openDatabase(databaseUrl, { connections: config.DATABASE_CONNECTIONS })
  try {
    await waitForDatabase(sql, life)
    await migrate(databaseUrl)
    const environment = await rememberEnvironment(sql, config.TRILHO_ENV)
    if (environment !== config.TRILHO_ENV)
      throw new SettingError(
        `TRILHO_ENV is ${config.TRILHO_ENV}, but this database belongs to a ${environment}: use another`,
      )
  } finally {
    await sql.end()
  }
  return place
}

/** With a database and a storage elsewhere, production has no use for a folder: it may run where nothing can be written. */
const keepsFiles = ({ DATABASE_URL, STORAGE, TRILHO_ENV }: Config) =>
  DATABASE_URL === '' || STORAGE.kind === 'local' || TRILHO_ENV === 'sandbox'

async function embedDatabase(folder: string, life: Life): Promise<string> {
  const database = await startEmbeddedPostgres({ folder })
  life.onEnd(() => database.stop())
  void database.died.then(why => life.end(1, `the embedded PostgreSQL ended: ${why}`))
  return database.url
}
