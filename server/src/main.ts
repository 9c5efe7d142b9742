import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type Config, SettingError, readConfig } from './config.ts'
import { databaseClock } from './db/database-clock.ts'
import { DatabaseFault, isRefusal } from './db/database-faults.ts'
import { type Sql, checkDatabase, openDatabase } from './db/db.ts'
import { freePort, startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { rememberEnvironment } from './db/environment.ts'
import { migrate } from './db/migrate.ts'
import { readServerSecret } from './db/server-secret.ts'
import { openDataFolder } from './lib/data-folder.ts'
import { gatherNeeds } from './needs.ts'
import { addConnection } from './rails/add-connection.ts'
import { simulatorConnection } from './rails/simulator/simulator.ts'
import { makeDemoData } from './sandbox/demo-data.ts'
import { startWorkers } from './worker.ts'

/** What to undo when the server stops, newest first: also when it stops half-way through the start. */
const undo: (() => Promise<unknown>)[] = []

async function start(config: Config): Promise<void> {
  const folder = keepsFiles(config) ? await openDataFolder(config.TRILHO_DATA) : ''
  const databaseUrl = config.DATABASE_URL || (await embedDatabase(folder))
  const sql = openDatabase(databaseUrl, { connections: config.DATABASE_CONNECTIONS })
  undo.unshift(() => sql.end())
  await waitForDatabase(sql)
  await migrate(databaseUrl)
  const environment = await rememberEnvironment(sql, config.TRILHO_ENV)
  if (environment !== config.TRILHO_ENV)
    throw new SettingError(
      `TRILHO_ENV is ${config.TRILHO_ENV}, but this database belongs to a ${environment}: use another`,
    )
  const time = await databaseClock(sql)
  undo.unshift(time.follow())
  if (environment === 'sandbox') await addConnection({ sql, clock: time.now }, simulatorConnection)

  const port = config.PORT || (await freePort())
  const url = (config.PUBLIC_URL || `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${port}`).replace(
    /\/+$/,
    '',
  )
  const serverSecret = await readServerSecret(sql, config.TRILHO_SECRET, config.TRILHO_SECRET_PREVIOUS)
  const needs = gatherNeeds({ config, sql, serverSecret, publicUrl: () => url, clock: time.now })
  if (config.TRILHO_ENV === 'sandbox') await makeDemoData(needs, { folder, url })

  const app = await buildApp(config, needs)
  undo.unshift(() => app.close())
  await app.listen({ port, host: config.HOST })
  const workers = config.TRILHO_ROLE === 'api' ? null : startWorkers(needs, app.log)
  // Both at once: no caller waits for the work in between to stop.
  undo.unshift(() => Promise.all([app.drain(), workers?.stop()]))
  process.stdout.write(welcome(config, url))
}

/** With a database and a storage elsewhere, production has no use for a folder: it may run where nothing can be written. */
const keepsFiles = ({ DATABASE_URL, STORAGE, TRILHO_ENV }: Config) =>
  DATABASE_URL === '' || STORAGE.kind === 'local' || TRILHO_ENV === 'sandbox'

/** A database that is away comes back: the start waits for it, and says so whenever the reason changes. */
async function waitForDatabase(sql: Sql): Promise<void> {
  for (let said = ''; !stopping; await delay(500)) {
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

async function embedDatabase(folder: string): Promise<string> {
  const database = await startEmbeddedPostgres({ folder })
  undo.unshift(() => database.stop())
  void database.died.then(why => stop(1, `the embedded PostgreSQL ended: ${why}`))
  return database.url
}

let stopping = false

/** Drains: answers what was accepted, finishes the webhook calls under way, then lets go of the database. */
async function stop(exitCode: number, why?: string): Promise<void> {
  if (stopping) return
  stopping = true
  if (why !== undefined) process.stderr.write(`trilho: ${why}\n`)
  for (const step of undo)
    await step().catch((error: unknown) => process.stderr.write(`trilho: while stopping: ${String(error)}\n`))
  process.exit(exitCode)
}

const welcome = (config: Config, url: string) => `
Trilho (${config.TRILHO_ENV}) is ready at ${url}
  portal      ${url}/portal
  docs        ${url}/docs
${
  config.TRILHO_ENV === 'production'
    ? ''
    : `  access      ${config.TRILHO_DATA}/sandbox.json (keys, and logins for the portal)
  log in      curl -s ${url}/login -H 'content-type: application/json' -d @${config.TRILHO_DATA}/sandbox.json
`
}
`

const oneLine = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string }
  if (code === 'EADDRINUSE') return `PORT is in use by another program: stop it, or set another PORT (${message})`
  return (message || code || String(error)).split('\n')[0] ?? ''
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))

try {
  await start(readConfig())
} catch (error) {
  await stop(1, oneLine(error))
}
