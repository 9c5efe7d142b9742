import { resolve } from 'node:path'
import { auditBooks } from './audit/audit-books.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './lib/db.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './lib/embedded-postgres.ts'

/** `npm run audit`: proves the books, beside a running server or without one. Ends with 1 when a row is wrong. */
async function audit(): Promise<number> {
  const config = readConfig()
  const folder = resolve(config.TRILHO_DATA)
  const running = config.DATABASE_URL || (await findEmbeddedPostgres(folder))
  const started = running ? null : await startEmbeddedPostgres({ folder })
  const sql = openDatabase(running || (started?.url ?? ''), { connections: 1, name: 'trilho audit' })
  try {
    const faults = await auditBooks({ sql })
    for (const { merchantId, row, fault } of faults) process.stdout.write(`merchant ${merchantId}, ${row}: ${fault}\n`)
    process.stdout.write(faults.length === 0 ? 'The books are right.\n' : `${faults.length} rows are wrong.\n`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await sql.end()
    await started?.stop()
  }
}

try {
  process.exitCode = await audit()
} catch (error) {
  process.stderr.write(`trilho: the books could not be read: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 2
}
