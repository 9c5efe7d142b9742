import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { checksumOfMigrations } from '../../src/platform/db/migrations.ts'
import { copyFolder } from './copy-folder.ts'
import { removeOnceWeEnd } from './once-we-end.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(repository, 'node_modules/.cache/trilho-prepared')

/** No test run takes this long, so no process still copies a folder that was not used since. */
const unusedMs = 24 * 60 * 60 * 1000

/** The inputs of the folder's content: the schema, the PostgreSQL version, and the code that sets up the data. */
async function checksum(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}-${process.getuid?.()}`)
  hash.update(await checksumOfMigrations())
  for (const file of ['package.json', 'src/platform/db/postgres-data.ts', 'test/kit/cached-folder.ts'])
    hash.update(await readFile(join(repository, 'server', file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * A data folder with a migrated, stopped PostgreSQL, to copy: created once for each schema. It gets its name when it is
 * complete, by a rename: of two concurrent runs the first wins; a killed run leaves nothing usable.
 */
export async function cachedFolder(settings: Record<string, string>): Promise<string> {
  const folder = join(cache, await checksum())
  if (!(await exists(folder))) await prepare(folder, settings)
  const now = new Date()
  await utimes(folder, now, now)
  return folder
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function prepare(folder: string, settings: Record<string, string>): Promise<void> {
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    const old = join(cache, name)
    const { mtimeMs } = await stat(old).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > unusedMs) await rm(old, { recursive: true, force: true })
  }
  // PostgreSQL may run as another user, who enters the folder for temporary files but perhaps not this clone.
  const made = await mkdtemp(join(tmpdir(), 'trilho-prepared-'))
  const whole = await mkdtemp(join(cache, 'new-'))
  const callsOff = [made, whole].map(removeOnceWeEnd)
  const prepared = await startEmbeddedPostgres({ folder: made, settings })
  await migrate(prepared.url)
  await prepared.stop()
  await copyFolder(made, whole)
  await rename(whole, folder).catch(async error => {
    if (!(await exists(folder))) throw error
  })
  for (const left of [made, whole]) await rm(left, { recursive: true, force: true })
  for (const callOff of callsOff) callOff()
}
