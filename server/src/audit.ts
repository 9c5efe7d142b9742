import { resolve } from 'node:path'
import { auditBooks } from './audit/audit-books.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './lib/db.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './lib/embedded-postgres.ts'

/** `npm run audit`: proves the books, beside a running server or without one. Ends with 1 when a row is wrong. */
const config = readConfig()
const folder = resolve(config.TRILHO_DATA)
const running = config.DATABASE_URL || (await findEmbeddedPostgres(folder))
const started = running ? null : await startEmbeddedPostgres({ folder })
const sql = openDatabase(running || (started?.url ?? ''), { connections: 1, name: 'trilho audit' })
const faults = await auditBooks({ sql })
await sql.end()
await started?.stop()

for (const { merchantId, row, fault } of faults) process.stdout.write(`merchant ${merchantId}, ${row}: ${fault}\n`)
process.stdout.write(faults.length === 0 ? 'The books are right.\n' : `${faults.length} rows are wrong.\n`)
process.exitCode = faults.length === 0 ? 0 : 1
