import { unbookedTariffs } from '../../money/adjustments/book-tariffs.ts'
import { postAdjustment } from '../../money/adjustments/post-adjustment.ts'
import { closeGap, openGap } from '../../money/bank-orders/balance-gaps.ts'
import { lockConnection } from '../../money/bank-orders/differences.ts'
import { listConnections } from '../../money/rails/connections.ts'
import type { AccountBalance, Rails } from '../../money/rails/rails.ts'
import { type Connection, type RailsOf, findRails } from '../../money/rails/rails-of.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { sharersOf } from '../../money/rails/same-account.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import { type ReadTransactionById, findBooked } from '../../money/transactions/read-transaction.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { type Day, addDays, dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { timeOfUuid } from '../../platform/lib/uuid.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { explains } from './in-flight.ts'
import {
  type Proof,
  hasProof,
  selectBooks,
  selectLastProofs,
  selectProofs,
  selectUnproved,
  takeProof,
  type Taken,
  updateRunning,
  upsertProof,
  upsertRunning,
} from './sql.ts'

export type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  railsOf: RailsOf
  door: Door
  readTransaction: ReadTransactionById
}

/** A gap counts when so many comparisons, a minute apart, could not explain it. */
const mostAttempts = 5
const pauseMs = 60_000
/** That some of so many payments in flight add up to a difference exactly is hardly chance: their end is awaited. */
const mostTrusted = 10
/** So long before the bank was asked a payment may have moved there and here at the same moment. */
const momentMs = 10_000
/** What came to the bank in this time may not be booked yet. */
const arrivingMs = 10 * 60_000

/** Proves the balance of one bank that is not proved today, once for all workers. Returns how many it tried. */
export async function proveMissing(needs: Needs): Promise<number> {
  const now = needs.clock()
  const day = dayOf(now)
  const connections = await listConnections(needs)
  for (const { id } of await selectUnproved(needs.sql, { day, dayBefore: addDays(day, -1), start: startOfDay(day) })) {
    const [first, ...others] = sharersOf(needs, id, connections)
    const rails = first?.id === id ? await findRails(needs.railsOf, id) : null
    if (first === undefined || rails === null || rails.readBalance === null) continue
    const triedBefore = new Date(now.getTime() - pauseMs)
    const taken = await takeProof(needs.sql, { connectionId: id, day, now, triedBefore })
    if (taken === null) continue
    const compared = await compare(needs, [first, ...others], rails, rails.readBalance)
    await settle(needs, { connectionId: id, day, ...taken }, compared)
    return 1
  }
  return 0
}

/**
 * Equal is final. What payments in flight explain is compared again when they have ended, and a difference that is still there
 * is a gap. Of many some add up to nearly anything: their end is not awaited, but a difference that changes with them is no gap.
 * A bank that is never found equal stays unproved, which raises an alarm. `before`: the comparisons that counted.
 */
async function settle(needs: Needs, before: Taken, compared: Compared): Promise<void> {
  const { connectionId, day } = before
  const { bankAmount, booksAmount, isCertain, isExplained, isFirst, moving } = compared
  const difference = bankAmount - booksAmount
  if (isCertain || isFirst) return writeProof(needs, { connectionId, day, attempts: before.attempts + 1, ...compared })
  const figures = isExplained ? { bankAmount, booksAmount } : { bankAmount: null, booksAmount: null }
  const awaited = moving.filter(({ id }) => before.awaits.includes(id))
  const isAwaited = awaited.length <= mostTrusted && isExplained && compared.isExplainedBy(awaited)
  if (isAwaited) return updateRunning(needs.sql, { ...before, ...figures })
  const attempts = before.attempts + 1
  const stays = attempts === 1 || before.inFlight === difference
  if (attempts >= mostAttempts && (stays || !isExplained))
    return writeProof(needs, { connectionId, day, attempts, ...compared, inFlight: 0n, gap: difference })
  const awaits = moving.map(({ id }) => id)
  const again =
    attempts >= mostAttempts ? { attempts: 1, inFlight: difference } : { attempts, inFlight: stays ? difference : null }
  return updateRunning(needs.sql, { connectionId, day, ...figures, ...again, awaits })
}

type ProveNowInput = { connection: Connection; audit: Audit }

/** An operator wants the comparison now, with the bank's own figure. */
export async function proveNow(needs: Needs, { connection, audit }: ProveNowInput): Promise<void> {
  const sharers = sharersOf(needs, connection.id, await listConnections(needs))
  const rails = await needs.railsOf(connection.id, undefined, { evenPaused: true })
  if (rails.readBalance === null)
    throw new ApiError('BankReportsOtherwise', { message: 'the bank does not report its balance' })
  const compared = await compare(needs, sharers, rails, rails.readBalance)
  const connectionId = sharers[0]?.id ?? connection.id
  const day = dayOf(needs.clock())
  if (compared.isExplained && !compared.isCertain) {
    await leaveRunning(needs, { connectionId, day, attempts: 1, ...compared }, audit)
    return
  }
  const shown = await keepSameGap(needs, connectionId, compared)
  await writeProof(needs, { connectionId, day, attempts: 1, ...shown }, audit)
}

/** What was a gap after five comparisons is one until it is another difference. */
export async function keepSameGap(needs: Needs, connectionId: string, compared: Compared): Promise<Compared> {
  const [last] = await selectProofs(needs.sql, connectionId, 1)
  const difference = compared.bankAmount - compared.booksAmount
  const isSameGap = !compared.isCertain && last?.gap === difference
  return isSameGap ? { ...compared, inFlight: 0n, gap: difference } : compared
}

/** Shown to the operator; the worker compares again. A gap of the same day stays one until bank and books are equal. */
const leaveRunning = (
  { sql }: Needs,
  { moving, ...proof }: Compared & { connectionId: string; day: Day; attempts: number },
  audit: Audit,
): Promise<void> =>
  sql.begin(async tx => {
    await upsertRunning(tx, { ...proof, awaits: moving.map(({ id }) => id) })
    await recordAudit(tx, audit)
  })

type Compared = Pick<Proof, 'at' | 'enteredBy'> & {
  bankAmount: Micros
  booksAmount: Micros
  inFlight: Micros
  gap: Micros
  isFirst: boolean
  /** Equal, or the bank itself says what makes the difference. */
  isCertain: boolean
  isExplained: boolean
  moving: Moving[]
  isExplainedBy: (moving: readonly Moving[]) => boolean
}

/** A payment in flight, and by how much it may move the bank's figure against the books. */
type Moving = { id: string; amount: Micros }

/**
 * The bank's figure against the books at one moment. What the bank blocks and the tariffs that it lists are known. Payments in
 * flight may be in one and not yet in the other: what was posted while the bank was asked, payouts and returns that it was ordered
 * to make, and payments that came to it and are not booked. A difference that some of these add up to is no gap, at first.
 */
export async function compare(
  needs: Needs,
  sharers: Connection[],
  rails: Rails,
  read: () => Promise<AccountBalance>,
): Promise<Compared> {
  const at = needs.clock()
  const bank = await read()
  const ids = sharers.map(({ id }) => id)
  const books = await selectBooks(needs.sql, ids, new Date(at.getTime() - momentMs))
  const difference = bank.amount - books.amount
  const isBlocked = difference === 0n || difference === -bank.blocked
  // Lists are long: they are read only where they matter.
  const unbooked = isBlocked ? { tariffs: 0n, received: [] } : await readUnbooked(needs, rails, at)
  const known = [-bank.blocked, -unbooked.tariffs]
  const isCertain = isBlocked || [difference, difference + bank.blocked].includes(-unbooked.tariffs)
  const moving = [...books.moving.map(({ id, amount }) => ({ id, amount: -BigInt(amount) })), ...unbooked.received]
  const isExplainedBy = (some: readonly Moving[]) => explains(difference, [...known, ...some.map(one => one.amount)])
  const isExplained = isCertain || isExplainedBy(moving)
  return {
    at,
    enteredBy: null,
    bankAmount: bank.amount,
    booksAmount: books.amount,
    inFlight: isExplained ? difference : 0n,
    gap: isExplained ? 0n : difference,
    isFirst: books.isUnused && unbooked.tariffs === 0n && unbooked.received.length === 0,
    isCertain,
    isExplained,
    moving,
    isExplainedBy,
  }
}

/** What the bank has received a moment ago and the books lack, and what it charged since the last day that is booked. */
async function readUnbooked(
  needs: Needs,
  { received, listTariffs }: Rails,
  now: Date,
): Promise<{ tariffs: Micros; received: Moving[] }> {
  const sinceYesterday = { from: startOfDay(addDays(dayOf(now), -1)), until: now }
  const charged = await unbookedTariffs(needs, (await listTariffs?.(sinceYesterday)) ?? [])
  const tariffs = charged.reduce((sum, { amount }) => sum + amount, 0n)
  const payments: Moving[] = []
  if (received === null) return { tariffs, received: payments }
  const period = { from: new Date(now.getTime() - arrivingMs), until: now }
  for (const list of [received.listReceived(period), received.listTransfers?.(period) ?? []])
    for await (const { endToEndId, amount } of list)
      if ((await findBooked(needs, endToEndId)) === null) payments.push({ id: endToEndId, amount })
  return { tariffs, received: payments }
}

type NewProof = Pick<Compared, 'at' | 'enteredBy' | 'bankAmount' | 'booksAmount' | 'inFlight' | 'gap' | 'isFirst'> & {
  connectionId: string
  day: Day
  attempts: number
}

/** Row, exception and audit entry in one commit; `refuse` looks first, while nobody else proves this bank. What an account held before its first payment is the platform's own money. */
export const writeProof = (
  needs: Needs,
  { isFirst, ...proof }: NewProof,
  audit?: Audit,
  refuse?: (tx: Tx) => Promise<void>,
): Promise<void> =>
  needs.door.commit(async commit => {
    const { tx } = commit
    const { connectionId, at } = proof
    await lockConnection(tx, connectionId)
    await refuse?.(tx)
    const isOpening = isFirst && proof.gap > 0n && !(await hasProof(tx, connectionId))
    if (isOpening) await bookOpening(commit, proof)
    const gap = isOpening ? 0n : proof.gap
    const booksAmount = isOpening ? proof.bankAmount : proof.booksAmount
    await upsertProof(tx, { ...proof, booksAmount, gap, state: gap === 0n ? 'Equal' : 'Gap' })
    if (gap === 0n) await closeGap(tx, connectionId, at)
    else await openGap(tx, { connectionId, booksAmount, bankAmount: proof.bankAmount, gap }, at)
    await recordAudit(tx, audit)
  })

const bookOpening = (commit: Write, { connectionId, gap, at }: Pick<Proof, 'connectionId' | 'at'> & { gap: Micros }) =>
  postAdjustment(
    commit,
    {
      merchantId: platformId,
      name: 'ownMoneyAdded',
      connectionId,
      amount: gap,
      reason: 'Held by the account before its first payment',
      evidence: 'The balance that the bank reported',
      endToEndId: null,
      transactionId: null,
      exceptionId: null,
      madeBy: 'Trilho',
    },
    at,
  )

/** So many times longer may a balance wait that an operator must enter. */
const enteredTimes = 15

/** Banks in use whose last comparison showed a gap, or is older than a time; more is allowed where the bank reports no balance. */
export async function readUnproven(
  needs: Pick<Needs, 'sql' | 'storageKey' | 'railsOf' | 'clock'>,
  longestMs: number,
): Promise<{ bank: Connection; gap: Micros; since: Date }[]> {
  const connections = await listConnections(needs)
  const last = new Map((await selectLastProofs(needs.sql)).map(proof => [proof.connectionId, proof]))
  const unproven = []
  for (const bank of connections) {
    const proof = last.get(bank.id)
    const [gap, since] = [proof?.gap ?? 0n, proof?.at ?? new Date(timeOfUuid(bank.id))]
    const isInUse = bank.pausedAt === null && bank.sealedSettings !== null
    const ageMs = needs.clock().getTime() - since.getTime()
    const isOld = ageMs >= longestMs && sharersOf(needs, bank.id, connections)[0]?.id === bank.id
    if (!isInUse || (gap === 0n && !isOld)) continue
    const isEntered = (await findRails(needs.railsOf, bank.id))?.readBalance === null
    if (gap !== 0n || !isEntered || ageMs >= longestMs * enteredTimes) unproven.push({ bank, gap, since })
  }
  return unproven
}

/** The last year of a bank, newest first. */
export const readProofs = ({ sql }: { sql: Sql }, connectionId: string) => selectProofs(sql, connectionId, 366)
