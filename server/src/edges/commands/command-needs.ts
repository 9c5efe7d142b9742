import type { Config } from '../../config.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import type { Sql } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { refuseCopy } from '../../platform/db/recoveries.ts'
import { readServerSecret } from '../../platform/db/server-secret.ts'
import { useDatabase } from '../../platform/db/use-database.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { reasons } from '../../platform/http/reasons.ts'
import { type Mailer, mailer } from '../../platform/lib/mail.ts'
import { type Key, deriveKey } from '../../platform/lib/seal.ts'
import { bankWatch } from '../../money/bank-orders/watch-bank.ts'
import { realBanks } from '../../money/rails/bacen-pix/dialects.ts'
import { type RailsOf, railsReader } from '../../money/rails/rails-of.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'

/** What commands that run beside the server are given. */
export type CommandNeeds = {
  sql: Sql
  clock: () => Date
  auditKey: AuditKey
  storageKey: Key
  publicUrl: () => string
  mailer: Mailer
  railsOf: RailsOf
}

/** Runs a command on the database of the server's settings, and sends the mails that it has written. */
export async function withCommandNeeds<Result>(
  config: Config,
  work: (needs: CommandNeeds) => Promise<Result>,
): Promise<Result> {
  const url = config.PUBLIC_URL || `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${config.PORT}`
  const publicUrl = () => url.replace(/\/+$/, '')
  const mail = mailer({ url: config.SMTP_URL, from: config.MAIL_FROM, retryAfterMs: [1_000] })
  if (mail.isOn) mail.logTo({ warn: (_fields, message) => void process.stderr.write(`trilho: ${message}\n`) })
  return useDatabase(config, 'trilho operator', async (sql, databaseUrl) => {
    await migrate(databaseUrl)
    await refuseCopy(sql)
    const serverSecret = await readServerSecret(sql, config)
    const clock = (await databaseClock(sql)).now
    const storageKey = deriveKey(serverSecret, 'stored secrets')
    const railsOf = railsReader({ sql }, realBanks({ storageKey, clock, watch: bankWatch({ sql, clock }) }))
    const needs = { sql, clock, auditKey: serverSecret.auditLog, storageKey, publicUrl, mailer: mail, railsOf }
    const result = await work(needs)
    await mail.drain()
    return result
  })
}

/** Runs a command as the whole program: a failure is one line, and the exit code. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    const said = error instanceof ApiError ? reasons[error.reason].message : (error as Error).message || String(error)
    process.stderr.write(`trilho: ${said}\n`)
    process.exitCode = 1
  }
}
