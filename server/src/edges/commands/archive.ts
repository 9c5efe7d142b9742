import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../../config.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import type { Sql } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { useDatabase } from '../../platform/db/use-database.ts'
import { archiveReader } from '../../platform/archive/read-archive.ts'
import { archiveOld, refusalOf } from '../../operations/retention/archive-old.ts'
import { openArchiveStorage } from '../../platform/storage/open-storage.ts'

/**
 * `npm run archive -- --before 2024-01`: moves what ended before that month out of the database and into the storage, beside
 * a running server or without one. Whatever interrupts it, the next run goes on.
 */
const archive =
  (config: Config, before: Date) =>
  async (sql: Sql, url: string): Promise<void> => {
    await migrate(url)
    const { now: clock } = await databaseClock(sql)
    const refusal = refusalOf(before, clock())
    if (refusal !== null) throw new Error(refusal)
    const storage = openArchiveStorage(config)
    const needs = { sql, clock, archiveStorage: storage, archive: archiveReader({ sql, storage }) }
    const { transactions, postings, changed, months } = await archiveOld(needs, before)
    const still = changed === 0 ? '' : ` ${changed} changed meanwhile and stay for the next run.`
    process.stdout.write(
      `${transactions} transactions are archived, and ${postings} postings, of ${months.size} months.${still}\n`,
    )
  }

const { values } = parseArgs({ options: { before: { type: 'string' } } })
try {
  const { before = '' } = values
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(before))
    throw new Error('say before which month: npm run archive -- --before 2024-01')
  const config = readConfig()
  await useDatabase(config, 'trilho archive', archive(config, new Date(`${before}-01T00:00:00Z`)))
} catch (error) {
  process.stderr.write(`trilho: the archive is not complete: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 1
}
