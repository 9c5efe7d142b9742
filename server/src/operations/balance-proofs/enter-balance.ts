import { listConnections } from '../../money/rails/connections.ts'
import type { Connection } from '../../money/rails/rails-of.ts'
import { sharersOf } from '../../money/rails/same-account.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { type Day, dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { type Needs, compare, keepSameGap, writeProof } from './prove-balance.ts'
import { selectLastProof } from './sql.ts'

/**
 * A figure from the bank's statement against the books of the moment it was entered, in millionths: plain JSON, because it may
 * wait for an approval.
 */
export type EnteredBalance = {
  connectionId: string
  day: Day
  at: string
  bank: string
  books: string
  inFlight: string
  gap: string
  closesGap: boolean
}

/** Compares what an operator read in the statement of a bank that reports no balance. Writes nothing. */
export async function compareEntered(needs: Needs, connection: Connection, amount: Micros): Promise<EnteredBalance> {
  const sharers = sharersOf(needs, connection.id, await listConnections(needs))
  const rails = await needs.railsOf(connection.id, undefined, { evenPaused: true })
  if (rails.readBalance !== null)
    throw new ApiError('BankReportsOtherwise', { message: 'the bank reports its balance itself' })
  const connectionId = sharers[0]?.id ?? connection.id
  const compared = await compare(needs, sharers, rails, async () => ({ amount, blocked: 0n }))
  const { at, bankAmount, booksAmount, inFlight, gap } = await keepSameGap(needs, connectionId, compared)
  return {
    connectionId,
    day: dayOf(at),
    at: at.toISOString(),
    bank: String(bankAmount),
    books: String(booksAmount),
    inFlight: String(inFlight),
    gap: String(gap),
    closesGap: gap === 0n && (await hasGap(needs.sql, connectionId)),
  }
}

const hasGap = async (sql: Sql | Tx, connectionId: string): Promise<boolean> =>
  ((await selectLastProof(sql, connectionId))?.gap ?? 0n) !== 0n

/** The proof that an entered figure follows: after another one it is outdated. */
export async function lastProofOf({ sql }: { sql: Sql }, connectionId: string) {
  const last = await selectLastProof(sql, connectionId)
  return last === undefined ? null : { at: last.at.toISOString(), gap: String(last.gap) }
}

/** Keeps the comparison. What one person enters is never booked by itself, and closes a gap only where that was asked for. */
export async function enterBalance(
  needs: Needs,
  { connectionId, day, closesGap, ...entered }: EnteredBalance,
  { by, audit }: { by: string; audit: Audit },
): Promise<void> {
  const [at, gap] = [new Date(entered.at), BigInt(entered.gap)]
  const figures = {
    bankAmount: BigInt(entered.bank),
    booksAmount: BigInt(entered.books),
    inFlight: BigInt(entered.inFlight),
    gap,
  }
  const proof = { connectionId, day, at, attempts: 1, enteredBy: by, isFirst: false, ...figures }
  await writeProof(needs, proof, audit, async tx => {
    if (!closesGap && gap === 0n && (await hasGap(tx, connectionId))) throw new ApiError('OperatorRequestOutdated')
  })
}
