import { cp, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Dump, isUnused, loadDatabase } from '../../platform/db/dump.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migrations.ts'
import { useDatabase } from '../../platform/db/use-database.ts'

/**
 * `npm run restore -- <folder>`: what `npm run backup` wrote, into a database that no server has used yet. The schema is
 * the one of the backup; the next start brings it up to date.
 */
const restore =
  (config: Config, folder: string) =>
  async (sql: Sql, url: string): Promise<void> => {
    const backup = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as Dump & { format: number }
    if (backup.format !== 1) throw new Error('the backup is of another format: use the release that made it')
    if (!(await isUnused(sql))) throw new Error('the database is not empty: use a new one')
    const files: { from: string; to: string }[] = []
    for (const name of config.STORAGE.kind === 'local' ? ['documents'] : []) {
      const [from, to] = [join(folder, name), join(resolve(config.TRILHO_DATA), name)]
      if (!(await isThere(from))) continue
      if (await isThere(to)) throw new Error(`${to} is there already: use another TRILHO_DATA`)
      files.push({ from, to })
    }

    const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
    const unknown = backup.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
    if (unknown !== undefined) throw new Error(`this release does not know ${unknown.name}: use the one of the backup`)
    const migrationsOfBackup = new Set(backup.migrations.map(({ name }) => name))
    await migrate(url, { only: name => migrationsOfBackup.has(name) })
    await loadDatabase(sql, folder, backup)
    for (const { from, to } of files) await cp(from, to, { recursive: true })
    process.stdout.write(`Everything is as it was at ${backup.at}. \`npm run audit\` proves it.\n`)
  }

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const [folder] = process.argv.slice(2)
try {
  if (folder === undefined) throw new Error('say from where: npm run restore -- <folder>')
  const config = readConfig()
  await useDatabase(config, 'trilho restore', restore(config, resolve(folder)))
} catch (error) {
  process.stderr.write(`trilho: nothing was restored: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 1
}
