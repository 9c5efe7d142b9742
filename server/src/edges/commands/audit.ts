import { parseArgs } from 'node:util'
import { type Audit, proveBooks } from '../../operations/books-audit/audit-books.ts'
import { type Config, readConfig } from '../../config.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import type { Sql } from '../../platform/db/db.ts'
import { readServerSecret } from '../../platform/db/server-secret.ts'
import { useDatabase } from '../../platform/db/use-database.ts'
import { type Head, readHead, spellHead, verifyAuditLog } from '../../tenancy/audit-log/verify-audit-log.ts'
import { sealAllChains } from '../../tenancy/audit-log/seal-chains.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * `npm run audit`: proves the books and the audit log, beside a running server or without one, and goes on with a proof that
 * was interrupted. Ends with 1 when
 * something in them is wrong. `--print-head` prints where the audit log ends and nothing else; `--head` takes what was
 * printed before, or a file with it, and finds whether the log still contains it.
 */
const { values } = parseArgs({ options: { head: { type: 'string' }, 'print-head': { type: 'boolean' } } })

const verify = async (config: Config, sql: Sql, kept: Head | null) => {
  const { auditLog } = await readServerSecret(sql, config)
  return verifyAuditLog({ sql, auditKey: auditLog }, kept)
}

const audit = async (config: Config, sql: Sql, kept: Head | null): Promise<number> => {
  const proved = await proveBooks({ sql })
  const { faults } = proved
  for (const { merchantId, row, fault } of faults) say(`merchant ${merchantId}, ${row}: ${fault}`)
  say(faults.length === 0 ? 'The books are right.' : `${faults.length} rows are wrong.`)
  say(sumUp(proved))

  const verdict = await verify(config, sql, kept)
  const { entries, lastHash, fault } = verdict
  say(
    fault === null
      ? `The audit log is whole: ${entries} entries${entries === 0n ? '' : `, the last with hash ${lastHash}`}.`
      : `The audit log is broken: ${fault}.`,
  )
  if (fault === null && kept !== null) say(`It contains the head that was kept, entry ${kept.sequence}.`)
  return faults.length === 0 && fault === null ? 0 : 1
}

const sumUp = ({ merchants, postings, transactions, resumed }: Audit) =>
  `Looked at ${postings} postings and ${transactions} transactions of ${merchants} merchants` +
  (resumed ? '; it went on from where the last one was interrupted.' : '.')

/** Seals first: the head of the platform's chain then stands for the chains of all merchants. */
const printHead = async (config: Config, sql: Sql): Promise<number> => {
  const { auditLog } = await readServerSecret(sql, config)
  await sealAllChains({ sql, clock: (await databaseClock(sql)).now, auditKey: auditLog })
  const verdict = await verify(config, sql, null)
  if (verdict.fault === null) say(spellHead(verdict))
  else process.stderr.write(`trilho: the audit log is broken: ${verdict.fault}\n`)
  return verdict.fault === null ? 0 : 1
}

try {
  const config = readConfig()
  const kept = values.head === undefined ? null : await readHead(values.head)
  process.exitCode = await useDatabase(config, 'trilho audit', sql =>
    values['print-head'] === true ? printHead(config, sql) : audit(config, sql, kept),
  )
} catch (error) {
  process.stderr.write(`trilho: the audit could not be done: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 2
}
