import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { formatAmountShort } from '../../platform/brazil/money.ts'
import {
  type ComparedBank,
  isCheckedByHand,
  lockOpenRecovery,
  readOpenRecovery,
  releaseRecovery,
} from '../../platform/db/recoveries.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Statement, recordStatement, requireSameTotal } from './compare-statement.ts'

type Banks = {
  /** The banks, by name, whose own statements a person has compared. */
  checkedByHand: readonly string[]
  /** The banks, by name, to which nothing is sent before a later release. */
  leaveOut?: readonly string[]
  /** Of each bank that is checked by hand and lists no payouts: what its statement has. */
  statements?: readonly Statement[]
}

type Release = Banks & { by: string; note: string; audit?: Audit }

type Needs = { sql: Sql; clock: () => Date; door: Door; railsOf: RailsOf; readTransaction: ReadTransactionById }

/**
 * A person says that money may leave again. Only after every bank was compared: by the servers, or, if it is paused, does
 * not answer or does not list what it has sent, by that person. Such a bank can be left out, and released later, by a person
 * again also if the servers have compared it since.
 */
export async function releaseMoney(needs: Needs, release: Release): Promise<void> {
  const { by, note, audit } = release
  await recordStatements(needs, release)
  await needs.sql.begin(async tx => {
    const { id, leftOut } = await checkRelease(tx, release)
    await releaseRecovery(tx, id, { by, note, at: needs.clock(), leftOut })
    await recordAudit(tx, audit)
  })
}

/** Refuses what `releaseMoney` would refuse, before another operator is asked to approve it. */
export async function refuseRelease(needs: Needs, banks: Banks): Promise<void> {
  await recordStatements(needs, banks)
  await needs.sql.begin(tx => checkRelease(tx, banks))
}

async function recordStatements(needs: Needs, { statements = [] }: Banks): Promise<void> {
  const open = await readOpenRecovery(needs.sql)
  for (const statement of statements) {
    const bank = open?.banks.find(one => one.bank === statement.bank)
    if (bank !== undefined) await recordStatement(needs, bank, statement)
  }
}

/** The open recovery, locked, and the banks that stay held. */
async function checkRelease(tx: Tx, { checkedByHand, leaveOut = [], statements = [] }: Banks) {
  const recovery = await lockOpenRecovery(tx)
  if (recovery === null || recovery.role === 'copy') throw new ApiError('RecoveryStateNotAllowed')
  if (recovery.comparedAt === null && recovery.banks.length === 0) throw new ApiError('RecoveryNotCompared')
  const isFirst = recovery.releasedAt === null
  const toRelease = recovery.banks.filter(one =>
    isFirst ? isCheckedByHand(one) : recovery.leftOut.includes(one.connectionId),
  )
  requireKnown(leaveOut, toRelease)
  const kept = toRelease.filter(one =>
    isCheckedByHand(one) ? !checkedByHand.includes(one.bank) : leaveOut.includes(one.bank),
  )
  const missing = kept.filter(({ bank }) => isFirst && !leaveOut.includes(bank))
  if (missing.length > 0 || (!isFirst && kept.length === toRelease.length))
    throw new ApiError('RecoveryNotCompared', {
      message: `not checked by hand: ${kept.map(({ bank }) => bank).join(', ')}`,
    })
  for (const one of toRelease)
    if (one.listsNoPayouts === true && !kept.includes(one))
      await requireSameTotal(
        tx,
        one,
        recovery,
        statements.find(({ bank }) => bank === one.bank),
      )
  return { id: recovery.id, leftOut: kept.map(({ connectionId }) => connectionId) }
}

type ReleasedBanks = { checkedByHand: string[]; leaveOut: string[]; statements: Statement[] }

/** As the audit log shows them. */
export const releasedBanks = ({ checkedByHand, leaveOut, statements }: ReleasedBanks) => ({
  checkedByHand: checkedByHand.join(', '),
  ...(statements.length === 0
    ? {}
    : { statements: statements.map(({ bank, total }) => `${bank} ${formatAmountShort(total)}`).join(', ') }),
  ...(leaveOut.length === 0 ? {} : { leftOut: leaveOut.join(', ') }),
})

/** A bank that was compared is paused, not left out. */
function requireKnown(names: readonly string[], banks: ComparedBank[]): void {
  const unknown = names.filter(name => !banks.some(({ bank }) => bank === name))
  if (unknown.length > 0)
    throw new ApiError('RecoveryNotCompared', { message: `cannot be left out: ${unknown.join(', ')}` })
}
