import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../../config.ts'
import { gatherNeeds } from '../../needs.ts'
import { totalOf } from '../../operations/recovery/compare-statement.ts'
import { releaseMoney, releasedBanks } from '../../operations/recovery/release-money.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import type { Sql } from '../../platform/db/db.ts'
import { adoptIdentity, readIdentity, readSeen } from '../../platform/db/identity.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { type Recovery, type Role, beginRecovery, isRole, readOpenRecovery } from '../../platform/db/recoveries.ts'
import { readServerSecret } from '../../platform/db/server-secret.ts'
import { useDatabase } from '../../platform/db/use-database.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { reasons } from '../../platform/http/reasons.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { commandAudit } from './command-audit.ts'

const usage = `Usage, with the settings of the server:
  npm run recovered -- --as replacement [--since <time>]   the database was restored, or promoted and lost writes: holds payouts and refunds
  npm run recovered -- --as copy                           the database stands beside the living one: sends nothing, asks no bank
  npm run recovered -- --nothing-lost                      the database moved (a clean promotion, pg_upgrade) and has every write
  npm run recovered -- --status                            what banks reported for the lost time
  npm run recovered -- --release "why" [--checked <bank>]  lets payouts and refunds go on; --checked names each bank whose statement you have compared
       [--sent <bank>=<total>] [--payout <bank>=<id>]      of a bank that lists no payouts: what its statement has as sent since then, and
                                                         the end-to-end id of each payout that the books lack
       [--leave-out <bank>]                              … except at this bank, until a later --release
`

type Needs = { sql: Sql; clock: () => Date; auditKey: AuditKey }
type ReleaseNeeds = Needs & Parameters<typeof releaseMoney>[0]

/** Without `since` the lost time begins where a server last saw these books. */
async function declare(needs: Needs, role: Role, since: string | undefined): Promise<string> {
  const at = needs.clock()
  const seen = await readSeen(needs.sql)
  const lostFrom = since === undefined ? (seen?.seenAt ?? at) : new Date(since)
  if (Number.isNaN(lostFrom.getTime())) throw new Error(`${since} is no time: write it as 2026-11-16T14:05:00Z`)
  await needs.sql.begin(async tx => {
    const identity = await readIdentity(tx)
    if (identity !== null) await adoptIdentity(tx, identity, at)
    await beginRecovery(tx, { cause: 'recovered', role, lostFrom, at })
    const details = { role, lostFrom: lostFrom.toISOString() }
    await recordAudit(tx, commandAudit(needs, { act: 'recovery.begin', subject: role, details }))
  })
  if (role === 'copy') return 'It is a copy now: restart its servers. They send nothing and ask no bank.\n'
  return (
    `Payouts and refunds are held. Start the servers, or restart those that run: they compare what banks did since ` +
    `${lostFrom.toISOString()} with the books.\n`
  )
}

async function vouch(needs: Needs): Promise<string> {
  const at = needs.clock()
  await needs.sql.begin(async tx => {
    const identity = await readIdentity(tx)
    if (identity !== null) await adoptIdentity(tx, identity, at)
    await recordAudit(tx, commandAudit(needs, { act: 'recovery.begin', subject: 'nothing lost' }))
  })
  return 'This database is the original, and nothing is held because of it.\n'
}

type Banks = Parameters<typeof releasedBanks>[0]

/** `bank=value`, each. */
function statementsOf(totals: string[], payouts: string[]): Banks['statements'] {
  const parts = (text: string) => [text.slice(0, text.lastIndexOf('=')), text.slice(text.lastIndexOf('=') + 1)] as const
  const ids = payouts.map(parts)
  return totals.map(parts).map(([bank, total]) => ({
    bank,
    total: totalOf(total),
    endToEndIds: ids.filter(([of]) => of === bank).map(([, id]) => id),
  }))
}

async function release(needs: ReleaseNeeds, note: string, banks: Banks): Promise<string> {
  const details = { note, ...releasedBanks(banks) }
  const audit = commandAudit(needs, { act: 'recovery.release', subject: 'recovery', details })
  await releaseMoney(needs, { by: audit.by.name, note, ...banks, audit })
  const { leaveOut } = banks
  return `Payouts and refunds go on${leaveOut.length === 0 ? '' : `, except at ${leaveOut.join(', ')}`}.\n`
}

const linesOf = (recovery: Recovery | null): string => {
  if (recovery === null) return 'Nothing is held.\n'
  if (recovery.role === 'copy') return 'This is a copy: it sends nothing and asks no bank.\n'
  const { releasedAt, leftOut } = recovery
  const shown = recovery.banks.filter(({ connectionId }) => releasedAt === null || leftOut.includes(connectionId))
  const banks = shown.map(({ bank, fault, received, sent, mended, differences }) =>
    fault === null
      ? `${bank}: received ${received}, sent ${sent ?? 'unknown: compare its statement'}, booked now ${mended}, differences ${differences}`
      : `${bank}: not compared: ${fault}; compare its statement`,
  )
  const held = releasedAt === null ? '' : ' at the banks that were left out'
  const head = `Payouts and refunds${held} are held: the books may lack what happened since ${recovery.lostFrom.toISOString()}.`
  return `${[head, ...banks, ...(recovery.comparedAt === null ? ['The banks are not all compared yet.'] : [])].join('\n')}\n`
}

const wordsOf = ({ reason, extra }: ApiError) =>
  reasons[reason].message + (extra.message === undefined ? '' : ` (${extra.message})`)

const run = (config: Config, args: string[]) =>
  useDatabase(config, 'trilho recovered', async (sql, url) => {
    const { values } = parseArgs({
      args,
      options: {
        as: { type: 'string' },
        since: { type: 'string' },
        'nothing-lost': { type: 'boolean' },
        status: { type: 'boolean' },
        release: { type: 'string' },
        checked: { type: 'string', multiple: true },
        'leave-out': { type: 'string', multiple: true },
        sent: { type: 'string', multiple: true },
        payout: { type: 'string', multiple: true },
      },
    })
    await migrate(url)
    const serverSecret = await readServerSecret(sql, config)
    const { auditLog: auditKey } = serverSecret
    const needs = { sql, clock: (await databaseClock(sql)).now, auditKey }
    if (values.as !== undefined && isRole(values.as)) return declare(needs, values.as, values.since)
    if (values['nothing-lost'] === true) return vouch(needs)
    if (values.release) {
      const publicUrl = () => config.PUBLIC_URL || `http://${config.HOST}:${config.PORT}`
      const all = gatherNeeds({ config, sql, serverSecret, publicUrl, clock: needs.clock })
      return release({ ...all, ...needs }, values.release, {
        checkedByHand: values.checked ?? [],
        leaveOut: values['leave-out'] ?? [],
        statements: statementsOf(values.sent ?? [], values.payout ?? []),
      })
    }
    if (values.status === true) return linesOf(await readOpenRecovery(sql))
    return null
  })

try {
  const said = await run(readConfig(), process.argv.slice(2))
  if (said === null) process.stderr.write(usage)
  else process.stdout.write(said)
  process.exitCode = said === null ? 2 : 0
} catch (error) {
  const said = error instanceof ApiError ? wordsOf(error) : (error as Error).message || String(error)
  process.stderr.write(`trilho: ${said}\n`)
  process.exitCode = 1
}
