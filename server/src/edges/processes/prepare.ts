import { type Config, SettingError } from '../../config.ts'
import { type Sql, checkDatabase, openDatabase } from '../../platform/db/db.ts'
import { freePort, startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts'
import { connectionsOf, rememberEnvironment, roomForConnections } from '../../platform/db/database-health.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import { adoptIdentity, isSamePlace, readIdentity, readSeen } from '../../platform/db/identity.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openDataFolder } from '../../platform/lib/data-folder.ts'
import { type Life, oneLine } from './life.ts'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseFault, isRefusal } from '../../platform/db/database-faults.ts'

export type Place = { databaseUrl: string; port: number; url: string }

/** `firstSteps`: what it lacks before its first payment. */
export type Prepared = Place & { firstSteps: string[] }

/** Done once, however many processes serve: a database that is reachable, migrated and of this environment. */
export async function prepare(config: Config, count: number, life: Life): Promise<Prepared> {
  const connections = connectionsOf(count, config.DATABASE_CONNECTIONS)
  const folder = keepsFiles(config) ? await openDataFolder(config.TRILHO_DATA) : ''
  const databaseUrl = config.DATABASE_URL || (await embedDatabase(folder, connections, life))
  const port = config.PORT || (await freePort())
  const url = config.PUBLIC_URL || `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${port}`
  const place = { databaseUrl, port, url: url.replace(/\/+$/, '') }

  const sql = openDatabase(databaseUrl, {
    connections: config.DATABASE_CONNECTIONS,
    patience: config.DATABASE_PATIENCE,
  })
  try {
    await waitForDatabase(sql, life)
    await migrate(databaseUrl)
    const environment = await rememberEnvironment(sql, config.TRILHO_ENV)
    if (environment !== config.TRILHO_ENV)
      throw new SettingError(
        `TRILHO_ENV is ${config.TRILHO_ENV}, but this database belongs to a ${environment}: use another`,
      )
    if (config.TRILHO_ENV === 'production') await requireKnownDatabase(sql)
    await warnOfCrowd(sql, connections)
    return { ...place, firstSteps: config.TRILHO_ENV === 'production' ? await firstStepsOf(sql) : [] }
  } finally {
    await sql.end()
  }
}

/** Loaded only here: a parent and a sandbox do without it. */
const firstStepsOf = async (sql: Sql) => (await import('./first-steps.ts')).readFirstSteps({ sql })

const adoptedWithinMs = 5_000

/** A database restored or promoted while no server ran may lack payments, so a person confirms it first. */
export async function requireKnownDatabase(sql: Sql, patienceMs = adoptedWithinMs): Promise<void> {
  const identity = await readIdentity(sql)
  if (identity === null) return
  for (let waitedMs = 0; ; waitedMs += 500) {
    const seen = await readSeen(sql)
    if (seen === null || seen.before === null) return void (await adoptIdentity(sql, identity, await timeOf(sql)))
    if (isSamePlace(seen.before, identity)) return
    if (waitedMs >= patienceMs)
      throw new SettingError(
        'this database was restored, copied or promoted while no server was connected, so banks may know payments that it ' +
          'lacks: run `npm run recovered -- --as replacement` (or `--as copy`), or `-- --nothing-lost` if you are sure',
      )
    await delay(500)
  }
}

const timeOf = async (sql: Sql) => (await databaseClock(sql)).now()

/** With a remote database and storage, production needs no folder and may run on a read-only file system. */
const keepsFiles = ({ DATABASE_URL, STORAGE, TRILHO_ENV }: Config) =>
  DATABASE_URL === '' || STORAGE.kind === 'local' || TRILHO_ENV === 'sandbox'

/** Reported at the start, because later it shows only under load or when a replacement finds no free connection. */
async function warnOfCrowd(sql: Sql, connections: number): Promise<void> {
  const room = await roomForConnections(sql)
  if (connections <= room) return
  process.stderr.write(
    `trilho: PostgreSQL has ${room} connections for all its clients, and the processes of this machine open up to ` +
      `${connections}: raise its max_connections, or lower PROCESSES or DATABASE_CONNECTIONS\n`,
  )
}

/** Reserved for commands beside the server and for PostgreSQL's administrators. */
const spareConnections = 20
const fewestConnections = 100

async function embedDatabase(folder: string, connections: number, life: Life): Promise<string> {
  const most = Math.max(fewestConnections, connections + spareConnections)
  const database = await startEmbeddedPostgres({ folder, settings: { max_connections: String(most) } })
  life.onEnd(() => database.stop())
  void database.died.then(why => life.end(1, `the embedded PostgreSQL ended: ${why}`))
  return database.url
}

/** With fewer cores, one process and the database use them all. */
const coresForMany = 4

/** The number of processes. Default: one in a sandbox or on a small machine, otherwise one for each core but one. */
export function countProcesses(config: Config, cores = availableParallelism()): number {
  if (config.TRILHO_ROLE === 'worker') return 1
  if (config.PROCESSES > 0) return config.PROCESSES
  return config.TRILHO_ENV === 'sandbox' || cores < coresForMany ? 1 : cores - 1
}

/** Waits until the database is reachable, and reports each new reason why it is not. */
export async function waitForDatabase(sql: Sql, life: Life): Promise<void> {
  for (let said = ''; !life.isEnding(); await delay(500)) {
    const fault = await checkDatabase(sql).then(
      () => null,
      (error: unknown) => error,
    )
    if (fault === null) return
    if (!(fault instanceof DatabaseFault) || isRefusal(fault))
      throw new SettingError(`DATABASE_URL cannot be used: ${oneLine(fault)}`)
    if (fault.message !== said) process.stderr.write(`trilho: waiting: ${oneLine(fault)}\n`)
    said = fault.message
  }
}
