import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import type { Sql } from '../../platform/db/db.ts'
import { dumpDatabase } from '../../platform/db/dump.ts'
import { useDatabase } from '../../platform/db/use-database.ts'

/** `npm run backup -- <folder>`: the database at one moment and the documents. The folder appears when complete. */
const backUp =
  (config: Config, folder: string) =>
  async (sql: Sql): Promise<void> => {
    const aside = `${folder}.part`
    await mkdir(aside, { mode: 0o700 })
    const dump = await dumpDatabase(sql, aside)
    const keepsFiles = config.STORAGE.kind === 'local'
    // After the rows: the files that the rows refer to exist by now.
    const documents = join(resolve(config.TRILHO_DATA), 'documents')
    if (keepsFiles) await cp(documents, join(aside, 'documents'), { recursive: true }).catch(ignoreMissing)
    await writeFile(join(aside, 'backup.json'), JSON.stringify({ format: 1, ...dump }, null, 2), { mode: 0o600 })
    await rename(aside, folder)
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`${rows} rows as of ${dump.at} are in ${folder}.\n${alsoKeep(config)}`)
  }

const alsoKeep = ({ STORAGE, TRILHO_ENV }: Config) =>
  [
    ...(TRILHO_ENV === 'production' ? ['TRILHO_SECRET, elsewhere: without it what is sealed cannot be opened'] : []),
    ...(STORAGE.kind === 's3' ? ['the bucket with uploaded documents'] : []),
  ]
    .map(what => `Keep as well: ${what}.\n`)
    .join('')

const ignoreMissing = (error: unknown) => {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
}

const [folder] = process.argv.slice(2)
try {
  if (folder === undefined) throw new Error('say where: npm run backup -- <folder>')
  const config = readConfig()
  await useDatabase(config, 'trilho backup', backUp(config, resolve(folder)))
} catch (error) {
  process.stderr.write(`trilho: no backup was made: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 1
}
