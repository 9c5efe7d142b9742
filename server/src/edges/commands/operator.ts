import { type Config, readConfig } from '../../config.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Mailer, mailer } from '../../platform/lib/mail.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { readServerSecret } from '../../platform/db/server-secret.ts'
import { deriveKey } from '../../platform/lib/seal.ts'
import { realBanks } from '../../money/rails/bacen-pix/dialects.ts'
import { railsReader } from '../../money/rails/rails-of.ts'
import { bankCommands, bankUsage } from './bank-commands.ts'
import { secretCommands, secretUsage } from './secret-commands.ts'
import { reasons } from '../../platform/http/reasons.ts'
import { useDatabase } from '../../platform/db/use-database.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { findPerson, readPersonByEmail } from '../../tenancy/people/find-person.ts'
import { sendLink } from '../../tenancy/people/links/make-link.ts'
import { inviteOperator } from '../../tenancy/people/operators/invite-operator.ts'
import { resetSecondFactor } from '../../tenancy/people/operators/people.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { commandAudit } from './command-audit.ts'

const usage = `Usage, with the settings of the server:
  npm run operator -- create you@example.com ["Your Name"]     makes an operator and prints the link to set a password
  npm run operator -- link you@example.com                     prints a new link to set a password, for anybody
  npm run operator -- reset-second-factor you@example.com      for somebody who lost phone and recovery codes
`

type Needs = { sql: Sql; clock: () => Date; auditKey: AuditKey; publicUrl: () => string; mailer: Mailer }
type Command = (needs: Needs, email: string, name: string | undefined) => Promise<string>

const linkText = (link: string) => `Set a password with this link. It works once:\n${link}\n`

const commands: Record<string, Command> = {
  async create(needs, email, name = email.split('@')[0] ?? email) {
    const id = (await findPerson(needs, email))?.id ?? uuidv7(needs.clock().getTime())
    const details = { email, name, isOperator: true }
    const audit = commandAudit(needs, { act: 'person.create', subject: id, details })
    const by = { name: 'Trilho', language: 'pt', address: audit.by.address } as const
    const { link } = await inviteOperator(needs, { id, email, name, by, audit })
    return `${email} is an operator now.\n${link === null ? 'Sign in with the password as before.\n' : linkText(link)}`
  },

  async link(needs, email) {
    const person = await readPersonByEmail(needs, email)
    const audit = commandAudit(needs, { act: 'person.sendLink', subject: person.id })
    return linkText(await sendLink(needs, person, audit))
  },

  async 'reset-second-factor'(needs, email) {
    const { id: personId } = await readPersonByEmail(needs, email)
    const audit = commandAudit(needs, { act: 'person.resetSecondFactor', subject: personId })
    await resetSecondFactor(needs, { personId, byId: null, audit })
    return `${email} signs in with the password alone and sets up one-time codes anew.\n`
  },
}

/** `npm run operator`: for the first operator, and for when nobody can help from inside the portal. */
async function run(config: Config, [name = '', email = '', fullName = '', last = '']: string[]): Promise<number> {
  const command = commands[name]
  const bankCommand = name === 'bank' ? bankCommands[email] : undefined
  const secretCommand = name === 'secret' ? secretCommands[email] : undefined
  const other = bankCommand ?? secretCommand
  if (other === undefined && (command === undefined || !/^[^@\s]+@[^@\s]+$/.test(email))) {
    process.stderr.write(usage + bankUsage + secretUsage)
    return 2
  }
  const url = config.PUBLIC_URL || `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${config.PORT}`
  const publicUrl = () => url.replace(/\/+$/, '')
  const mail = mailer({ url: config.SMTP_URL, from: config.MAIL_FROM, retryAfterMs: [1_000] })
  if (mail.isOn) mail.logTo({ warn: (_fields, message) => void process.stderr.write(`trilho: ${message}\n`) })
  return useDatabase(config, 'trilho operator', async (sql, databaseUrl) => {
    await migrate(databaseUrl)
    const serverSecret = await readServerSecret(sql, config.TRILHO_SECRET, config.TRILHO_SECRET_PREVIOUS)
    const auditKey = serverSecret.auditLog
    const needs = { sql, clock: (await databaseClock(sql)).now, auditKey, publicUrl, mailer: mail }
    const storageKey = deriveKey(serverSecret, 'stored secrets')
    if (command !== undefined) process.stdout.write(await command(needs, email, fullName || undefined))
    if (secretCommand !== undefined) process.stdout.write(await secretCommand({ ...needs, storageKey }))
    if (bankCommand !== undefined) {
      const railsOf = railsReader(needs, realBanks({ storageKey, clock: needs.clock }))
      process.stdout.write(await bankCommand({ ...needs, storageKey, railsOf }, fullName, last))
    }
    await mail.drain()
    return 0
  })
}

try {
  process.exitCode = await run(readConfig(), process.argv.slice(2))
} catch (error) {
  const said = error instanceof ApiError ? reasons[error.reason].message : (error as Error).message || String(error)
  process.stderr.write(`trilho: ${said}\n`)
  process.exitCode = 1
}
