import type { PostingName } from '../ledger/postings.ts'
import { ApiError } from '../http/errors.ts'
import { type Micros, formatAmount } from '../brazil/money.ts'
import type { ExactEvent, TransactionEvent } from './event.ts'
import { type RefundFacts, coverOf, factsOf, left, movedBy, refundOf } from './facts-of-event.ts'
import { spellState } from './spell-state.ts'
import { type EventKind, type Transition, operations, stateDates, transitionOf, transitions } from './states.ts'
import { type Stray, isWrongAmount, strayOf } from './stray.ts'
import type { Transaction } from './transaction.ts'

export type Change = {
  before: Transaction
  after: Transaction
  /** The row of the table; null: the transaction stays as it is. */
  row: Transition | null
  movement: { name: PostingName; amount: Micros; charges: Micros } | null
  /** What must be available for it; null: it has happened, whatever is available. */
  needsCover: Micros | null
  refund: RefundFacts | null
  /** Money that came with it and cannot be credited. */
  stray: Stray | null
}

/** What an event makes of a transaction, or the refusal. Pure: the table of states decides, nothing is written. */
export function changeOfState(before: Transaction, told: TransactionEvent, at: Date): Change | ApiError {
  const unchanged = { before, after: before, row: null, movement: null, needsCover: null, refund: null, stray: null }
  const stray = strayOf(before, told, at)
  if (stray !== null && stray.reason !== 'WrongAmount') {
    if (told.kind !== 'paid' || told.arrived !== true) return refusalOf(before, told)
    // The bank tells the very payment again that has completed it.
    return before.endToEndId === stray.endToEndId ? unchanged : { ...unchanged, stray }
  }
  const event = exact(before, told)
  const row = transitionOf(before.operation, before.state, kindOf(before, event))
  if (row === undefined) return refusalOf(before, event)
  if (
    (event.kind === 'refundAsked' || event.kind === 'takenBack') &&
    (event.amount > left(before) || left(before) <= 0n)
  )
    return new ApiError('RefundNotAllowed', { message: `${formatAmount(left(before))} is left to refund` })

  const reached = row.to === before.state ? null : stateDates[row.to]
  const dates = reached === null ? {} : { [reached]: at }
  const after = { ...before, ...dates, ...factsOf(before, event, at), state: row.to }
  const moved = { amount: movedBy(before, event), charges: row.posting === 'cashInReturned' ? 0n : after.charges }
  const movement = row.posting && { name: row.posting, ...moved }
  return { before, after, row, movement, needsCover: coverOf(before, event, moved), refund: refundOf(event), stray }
}

/** A fixed amount is paid exactly or not at all; and who does not say how much to refund means all that is left. */
function exact(before: Transaction, event: TransactionEvent): ExactEvent {
  if (isWrongAmount(before, event)) return { kind: 'failed', cause: 'AmountMismatch', paidAmount: event.amount }
  if (event.kind !== 'refundAsked' && event.kind !== 'takenBack') return event
  return { ...event, amount: event.amount ?? left(before) }
}

/** Whether a refund leaves something, or another refund is still on its way, decides which row it is. */
function kindOf(before: Transaction, event: ExactEvent): EventKind {
  const { refundingAmount } = before
  if (event.kind === 'refundCompleted')
    return left(before) === 0n && refundingAmount === event.amount ? 'refunded' : 'partlyRefunded'
  if (event.kind === 'takenBack')
    return left(before) === event.amount && refundingAmount === 0n ? 'takenBack' : 'partlyTakenBack'
  return event.kind
}

function refusalOf({ state, expiresAt }: Transaction, { kind }: TransactionEvent): ApiError {
  const said = kind === 'refundAsked' || kind === 'takenBack' ? 'refunded' : kind
  const message =
    kind === 'paid' && state === 'Registered' && expiresAt !== null
      ? `the charge expired at ${expiresAt.toISOString()} and cannot be paid`
      : `the transaction is ${spellState(state)} and cannot be ${said}`
  return new ApiError('TransactionStateNotAllowed', { message })
}

const movers = new Set(transitions.filter(row => row.posting !== null).map(row => `${row.type} ${row.event}`))

/** Whether such an event may move money of the transaction's merchant: then its books must be open. */
export const mayMoveMoney = ({ operation }: Transaction, { kind }: TransactionEvent): boolean =>
  kind === 'refundCompleted' || movers.has(`${operations[operation].type} ${kind}`)
