import { type Config, SettingError } from '../../config.ts'
import { type Sql, openDatabase } from '../../platform/db/db.ts'
import { freePort, startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts'
import { rememberEnvironment } from '../../platform/db/environment.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { connectionsOf, roomForConnections } from '../../platform/db/room-for-connections.ts'
import { openDataFolder } from '../../platform/lib/data-folder.ts'
import type { Life } from './life.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** Where the database is, where to listen, and under which address the server is known. */
export type Place = { databaseUrl: string; port: number; url: string }

/**
 * What is done once, however many processes serve: a database that is there, up to date, and of this environment.
 */
export async function prepare(config: Config, count: number, life: Life): Promise<Place> {
  const connections = connectionsOf(count, config.DATABASE_CONNECTIONS)
  const folder = keepsFiles(config) ? await openDataFolder(config.TRILHO_DATA) : ''
  const databaseUrl = config.DATABASE_URL || (await embedDatabase(folder, connections, life))
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
    await warnOfCrowd(sql, connections)
  } finally {
    await sql.end()
  }
  return place
}

/** With a database and a storage elsewhere, production has no use for a folder: it may run where nothing can be written. */
const keepsFiles = ({ DATABASE_URL, STORAGE, TRILHO_ENV }: Config) =>
  DATABASE_URL === '' || STORAGE.kind === 'local' || TRILHO_ENV === 'sandbox'

/** Said at the start: later it shows only under load, or when a process that is to follow another finds no place. */
async function warnOfCrowd(sql: Sql, connections: number): Promise<void> {
  const room = await roomForConnections(sql)
  if (connections <= room) return
  process.stderr.write(
    `trilho: PostgreSQL has ${room} connections for all its clients, and the processes of this machine open up to ` +
      `${connections}: raise its max_connections, or lower PROCESSES or DATABASE_CONNECTIONS\n`,
  )
}

/** For commands beside the server, and for what PostgreSQL keeps for its administrators. */
const spareConnections = 20
const fewestConnections = 100

async function embedDatabase(folder: string, connections: number, life: Life): Promise<string> {
  const most = Math.max(fewestConnections, connections + spareConnections)
  const database = await startEmbeddedPostgres({ folder, settings: { max_connections: String(most) } })
  life.onEnd(() => database.stop())
  void database.died.then(why => life.end(1, `the embedded PostgreSQL ended: ${why}`))
  return database.url
}
