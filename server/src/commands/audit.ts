import { auditBooks } from '../books-audit/audit-books.ts'
import { readConfig } from '../config.ts'
import type { Sql } from '../db/db.ts'
import { useDatabase } from '../db/use-database.ts'
import { verifyAuditLog } from '../people/audit-log/verify-audit-log.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * `npm run audit`: proves the books and the audit log, beside a running server or without one. Ends with 1 when
 * something in them is wrong.
 */
const audit = async (sql: Sql): Promise<number> => {
  const faults = await auditBooks({ sql })
  for (const { merchantId, row, fault } of faults) say(`merchant ${merchantId}, ${row}: ${fault}`)
  say(faults.length === 0 ? 'The books are right.' : `${faults.length} rows are wrong.`)

  const { entries, lastHash, fault } = await verifyAuditLog({ sql })
  say(
    fault === null
      ? `The audit log is whole: ${entries} entries${entries === 0n ? '' : `, the last with hash ${lastHash}`}.`
      : `The audit log is broken: ${fault}.`,
  )
  return faults.length === 0 && fault === null ? 0 : 1
}

try {
  process.exitCode = await useDatabase(readConfig(), 'trilho audit', audit)
} catch (error) {
  process.stderr.write(`trilho: the books could not be read: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 2
}
