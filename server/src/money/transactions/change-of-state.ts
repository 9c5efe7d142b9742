import type { PostingName } from '../ledger/postings.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { ExactEvent, TransactionEvent } from './event.ts'
import { coverOf, exact, factsOf, left, movedBy, movesNothing, refundOf, tooMuch } from './facts-of-event.ts'
import { stateInRefusal } from './format-state.ts'
import { operations, transitionOf } from './operations.ts'
import { type EventKind, type Transition, stateDates, transitions } from './states.ts'
import { completeWith } from '../rails/participant.ts'
import { type Unmatched, unmatchedOf, failsCharge } from './unmatched.ts'
import type { Transaction } from './transaction.ts'

export type Change = {
  before: Transaction
  after: Transaction
  /** The row of the table; null: the transaction stays as it is. */
  row: Transition | null
  movement: { name: PostingName; amount: Micros; charges: Micros } | null
  /** What must be available for it; null: it has happened, whatever is available. */
  needsCover: Micros | null
  refund: ReturnType<typeof refundOf>
  /** Money that came with it and cannot be credited. */
  unmatched: Unmatched | null
}

const nothing = { row: null, movement: null, needsCover: null, refund: null, unmatched: null }

/** What an event makes of a transaction, or the refusal. Pure: the table of states decides, nothing is written. */
export function changeOfState(before: Transaction, incoming: TransactionEvent, at: Date): Change | ApiError {
  const unchanged = { before, after: before, ...nothing }
  const unmatched = unmatchedOf(before, incoming, at)
  if (unmatched !== null && !failsCharge(unmatched)) {
    if (incoming.kind !== 'paid' || incoming.arrived !== true) return refusalOf(before, incoming)
    if (before.endToEndId !== unmatched.endToEndId) return { ...unchanged, unmatched }
    // The bank reports again the payment that completed it, perhaps with more about its payer.
    return { ...unchanged, after: { ...before, participant: completeWith(before.participant, unmatched.participant) } }
  }
  const event = exact(before, incoming)
  const row = transitionOf(before.operation, before.state, kindOf(before, event))
  if (row === undefined) return refusalOf(before, event)
  const refusal = tooMuch(before, event)
  if (refusal !== null) return refusal
  const reached = row.to === before.state ? null : stateDates[row.to]
  const dates = reached === null ? {} : { [reached]: at }
  const after = { ...before, ...dates, ...factsOf(before, event, at), state: row.to }
  const moved = { amount: movedBy(before, event), charges: row.posting === 'cashInReturned' ? 0n : after.charges }
  const movement = row.posting === null || movesNothing(event, moved) ? null : { name: row.posting, ...moved }
  return { before, after, row, movement, needsCover: coverOf(before, event, moved), refund: refundOf(event), unmatched }
}

/** Whether a refund leaves something, or another refund or a dispute is not over, decides which row it is. */
function kindOf(before: Transaction, event: ExactEvent): EventKind {
  const { refundingAmount, disputedAmount } = before
  const isRest = left(before) === 0n && disputedAmount === 0n
  if (event.kind === 'refundCompleted')
    return isRest && refundingAmount === event.amount ? 'refunded' : 'partlyRefunded'
  const isAll = refundingAmount + disputedAmount === 0n
  if (event.kind === 'forcedReturn')
    return isAll && left(before) === event.amount ? 'forcedReturn' : 'partlyForcedReturn'
  return event.kind
}

function refusalOf({ state, expiresAt }: Transaction, { kind }: TransactionEvent): ApiError {
  const said = kind === 'refundRequested' || kind === 'forcedReturn' ? 'refunded' : (spelled[kind] ?? kind)
  const message =
    kind === 'paid' && state === 'Registered' && expiresAt !== null
      ? `the charge expired at ${expiresAt.toISOString()} and cannot be paid`
      : `the transaction is ${stateInRefusal(state)} and cannot be ${said}`
  return new ApiError('TransactionStateNotAllowed', { message })
}

const spelled: Partial<Record<TransactionEvent['kind'], string>> = {
  cancelRequested: 'cancelled',
  changeAsked: 'changed',
  paidByBoleto: 'paid by boleto',
  boletoSettled: 'settled',
  boletoTakenBack: 'unpaid again',
  boletoLost: 'unpaid again',
}

const movers = new Set(transitions.filter(row => row.posting !== null).map(row => `${row.type} ${row.event}`))

/** Whether such an event may move money of the transaction's merchant: then its books must be open. */
export const mayMoveMoney = ({ operation }: Transaction, { kind }: TransactionEvent): boolean =>
  kind === 'refundCompleted' || kind === 'forcedReturn' || movers.has(`${operations[operation].type} ${kind}`)
