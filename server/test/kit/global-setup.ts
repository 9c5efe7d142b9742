import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/platform/db/db.ts'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts'
import { cachedFolder } from './cached-folder.ts'
import { copyFolder } from './copy-folder.ts'
import { makeCitusTemplate } from './citus.ts'
import { endOnceWeEnd, removeOnceWeEnd } from './once-we-end.ts'
import { refuseUnlisted } from './state-watch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for this run, with a migrated database `template_trilho` to copy, which refuses unlisted states. */
    databaseUrl: string
    /** What that PostgreSQL says; empty where it is not ours. */
    databaseLog: string
    /** Where the logs of failed tests are kept; empty: nowhere. */
    logsFolder: string
    /** A data folder, to copy, with a stopped PostgreSQL that no server has used: it has only the schema. */
    preparedFolder: string
    /** The nodes of the Citus on which the tests run, if TRILHO_TEST_CITUS has its coordinator. */
    citusNodes: string[]
  }
}

/** One real PostgreSQL for the whole run. Its data need not survive the run, so it does not wait for the disk. */
export default async function setUp(project: TestProject) {
  const coordinator = process.env.TRILHO_TEST_CITUS
  if (coordinator !== undefined && coordinator !== '') {
    project.provide('databaseUrl', coordinator)
    project.provide('databaseLog', '')
    project.provide('citusNodes', await makeCitusTemplate(coordinator))
    return
  }
  process.stdout.write('Not tried on a distributed database: TRILHO_TEST_CITUS names no coordinator.\n')
  project.provide('citusNodes', [])
  const folder = await mkdtemp(join(await placeForData(), 'trilho-test-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const callOff = removeOnceWeEnd(folder)
  const preparedFolder = await cachedFolder(settings)
  await copyFolder(preparedFolder, folder)
  // Its log is read when a test has failed: a checkpoint for every database that is made says nothing.
  const ownSettings = { ...settings, max_connections: '200', log_checkpoints: 'off' }
  const database = await startEmbeddedPostgres({ folder, settings: ownSettings })
  const callOffEnd = endOnceWeEnd(
    Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
  )
  const place = new URL(database.url)

  place.pathname = '/postgres'
  const admin = openDatabase(place.href, { connections: 1, limits: 'longWork' })
  await admin`create database template_trilho template trilho`
  await admin.end()
  place.pathname = '/template_trilho'
  const sql = openDatabase(place.href, { connections: 1, limits: 'longWork' })
  await sql.unsafe(refuseUnlisted())
  await sql.end()

  project.provide('databaseUrl', database.url)
  project.provide('databaseLog', join(folder, 'postgres.log'))
  project.provide('preparedFolder', preparedFolder)
  return async () => {
    await database.stop()
    callOffEnd()
    await rm(folder, { recursive: true, force: true })
    callOff()
  }
}

const memory = '/dev/shm'
const enoughBytes = 8 * 2 ** 30

/** In memory, if the system has much of it: each test file copies and drops a database of a thousand small files. */
async function placeForData(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > enoughBytes ? memory : tmpdir()
}
