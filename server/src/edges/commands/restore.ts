import { cp, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../../config.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Dump, isUnused, loadDatabase } from '../../platform/db/dump.ts'
import { readEnvironment } from '../../platform/db/database-health.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import { adoptIdentity, readIdentity } from '../../platform/db/identity.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migrations.ts'
import { type Role, beginRecovery, isRole } from '../../platform/db/recoveries.ts'
import { useDatabase } from '../../platform/db/use-database.ts'

/**
 * `npm run restore -- <folder> --as copy|replacement`: what `npm run backup` wrote, into a database that no server has used
 * yet. The schema is the one of the backup; the next start brings it up to date. No money leaves the restored database
 * until an operator has said so. A sandbox has no bank to compare with, so there only a copy is held; what it is, the
 * restored row says, because the settings of this shell may be those of another server.
 */
const restore =
  (config: Config, folder: string, role: Role | undefined) =>
  async (sql: Sql, url: string): Promise<void> => {
    const backup = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as Dump & { format: number }
    if (backup.format !== 1) throw new Error('the backup is of another format: use the release that made it')
    if (role === undefined && config.TRILHO_ENV === 'production') throw new Error(sayRole)
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
    const { now } = await databaseClock(sql)
    let isSandbox = false
    await loadDatabase(sql, folder, backup, async tx => {
      isSandbox = (await readEnvironment(tx)) === 'sandbox'
      if (isSandbox && role !== 'copy') return
      if (role === undefined) throw new Error(sayRole)
      const at = now()
      const identity = await readIdentity(tx)
      if (identity !== null) await adoptIdentity(tx, identity, at)
      await beginRecovery(tx, { cause: 'backup', role, lostFrom: new Date(backup.at), at })
    })
    for (const { from, to } of files) await cp(from, to, { recursive: true })
    process.stdout.write(
      `Everything is as it was at ${backup.at}. \`npm run audit\` proves it.\n${next(isSandbox, role)}`,
    )
  }

const sayRole =
  'say what it is to be: --as replacement (in the place of the original, which must be off) or --as copy (beside it, to look at)'

const next = (isSandbox: boolean, role: Role | undefined) => {
  if (role === 'copy') return 'It is a copy: a server on it sends nothing and asks no bank.\n'
  if (isSandbox) return ''
  return 'Start the server: payouts and refunds are held until an operator releases them in the portal (Recovery).\n'
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { as: { type: 'string' } } })
  const [folder] = positionals
  if (folder === undefined) throw new Error('say from where: npm run restore -- <folder> --as copy|replacement')
  if (values.as !== undefined && !isRole(values.as)) throw new Error(sayRole)
  const config = readConfig()
  await useDatabase(config, 'trilho restore', restore(config, resolve(folder), values.as))
} catch (error) {
  process.stderr.write(`trilho: nothing was restored: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 1
}
