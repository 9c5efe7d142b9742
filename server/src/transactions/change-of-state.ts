import { chargesFor } from '../ledger/charges.ts'
import type { PostingName } from '../ledger/postings.ts'
import { ApiError } from '../http/errors.ts'
import { type Micros, formatAmount } from '../brazil/money.ts'
import type { Participant } from '../rails/rails.ts'
import {
  type EventKind,
  type Transition,
  operations,
  spellState,
  stateDates,
  transitionOf,
  transitions,
} from './states.ts'
import type { Transaction } from './transaction.ts'

/** What can happen to a transaction, told by a bank, a simulation, a merchant, an approver, an operator or the clock. */
export type TransactionEvent =
  | { kind: 'accepted'; externalId?: string }
  /** The payer has authorised it at the bank, which is now ordered to pay. `consentId` names the consent. */
  | { kind: 'authorised'; consentId: string }
  /** `arrived`: the money is at the bank whatever we think of it. What cannot be credited is kept and returned. */
  | { kind: 'paid'; amount: Micros; participant: Participant | null; endToEndId: string; arrived?: boolean }
  | { kind: 'failed'; cause: string; paidAmount?: Micros }
  /** Where a merchant is told who has named no address before: see `approved`. */
  | { kind: 'cancelled'; webhookUrl?: string | null }
  /** A company payment's approvers agree; from then on its merchant is told at this address. */
  | { kind: 'approved'; webhookUrl: string | null }
  | { kind: 'reversed' }
  /** Null: all that is left. */
  | { kind: 'refundAsked'; refundId: string; amount: Micros | null }
  | { kind: 'refundCompleted' | 'refundFailed'; refundId: string; amount: Micros }
  /** The bank has returned money that nobody here asked it to return. Null: all that is left. */
  | { kind: 'takenBack'; refundId: string; amount: Micros | null }
  /** A payout that was given up here has been paid by the bank all the same. */
  | { kind: 'paidAfterAll'; participant: Participant | null; endToEndId: string }
  /** Money that could not be credited has gone back to whoever paid it. */
  | { kind: 'returned' }

/** Why money that came for a charge cannot be credited to it. */
export type StrayReason = 'WrongAmount' | 'SecondPayment' | 'AfterEnd'

export type Movement = { name: PostingName; amount: Micros; charges: Micros }

export type Change = {
  before: Transaction
  after: Transaction
  /** The row of the table; null: the transaction stays as it is, and only the money is stray. */
  row: Transition | null
  /** The refund it is about. */
  refund: { id: string; amount: Micros; state: 'Processing' | 'Completed' | 'Failed' } | null
  movement: Movement | null
  /** What must be available for it; null: it has happened, whatever is available. */
  needsCover: Micros | null
  stray: { reason: StrayReason; amount: Micros; participant: Participant | null; endToEndId: string } | null
}

/** What an event makes of a transaction, or the refusal. Pure: the table of states decides, nothing is written. */
export function changeOfState(before: Transaction, told: TransactionEvent, at: Date): Change | ApiError {
  const stray = strayOf(before, told, at)
  if (stray !== null && stray.reason !== 'WrongAmount')
    return isArrived(told) ? { ...unchanged(before), stray } : refusalOf(before, told)
  const event = isWrongAmount(before, told) ? wrongAmount(told.amount) : told
  const row = transitionOf(before.operation, before.state, kindOf(before, event))
  if (row === undefined) return refusalOf(before, event)
  if ((event.kind === 'refundAsked' || event.kind === 'takenBack') && (event.amount ?? 1n) > left(before))
    return new ApiError('RefundNotAllowed', { message: `${formatAmount(left(before))} is left to refund` })

  const reached = row.to === before.state ? null : stateDates[row.to]
  const dates = reached === null ? {} : { [reached]: at }
  const after = { ...before, ...dates, ...factsOf(before, event, at), state: row.to }
  const moved = { amount: movedBy(before, event), charges: after.charges }
  const movement = row.posting && { name: row.posting, ...moved }
  return { before, after, row, refund: refundOf(before, event), movement, needsCover: coverOf(event, moved), stray }
}

/** Whether money may move at all with such an event, of the transaction's merchant. */
export const mayMoveMoney = (transaction: Transaction, event: TransactionEvent): boolean =>
  transitions.some(
    row =>
      row.type === operations[transaction.operation].type &&
      row.event === kindOf(transaction, event) &&
      row.posting !== null,
  )

/** Money that came for a charge and cannot be credited: the wrong amount, or a charge that is over. */
export function strayOf(t: Transaction, event: TransactionEvent, at: Date): Change['stray'] {
  if (event.kind !== 'paid' || operations[t.operation].type !== 'Credit') return null
  const { amount, participant, endToEndId } = event
  const stray = { amount, participant, endToEndId }
  if (t.state === 'Completed' || t.state === 'Refunded' || t.state === 'Reversed')
    return { reason: 'SecondPayment', ...stray }
  if (t.state !== 'Registered' || (t.expiresAt !== null && t.expiresAt <= at)) return { reason: 'AfterEnd', ...stray }
  return isWrongAmount(t, event) ? { reason: 'WrongAmount', ...stray } : null
}

/** A fixed amount is paid exactly or not at all, in and out. */
const isWrongAmount = (t: Transaction, event: TransactionEvent): event is Extract<TransactionEvent, { kind: 'paid' }> =>
  event.kind === 'paid' && !t.editable && event.amount !== t.amount

const isArrived = (event: TransactionEvent) => event.kind === 'paid' && event.arrived === true

/** Other money than was asked for goes back to the payer and is never credited. */
const wrongAmount = (paidAmount: Micros) => ({ kind: 'failed', cause: 'AmountMismatch', paidAmount }) as const

const unchanged = (before: Transaction): Change => ({
  before,
  after: before,
  row: null,
  refund: null,
  movement: null,
  needsCover: null,
  stray: null,
})

function refusalOf({ state, expiresAt }: Transaction, { kind }: TransactionEvent): ApiError {
  const message =
    kind === 'paid' && state === 'Registered' && expiresAt !== null
      ? `the charge expired at ${expiresAt.toISOString()} and cannot be paid`
      : `the transaction is ${spellState(state)} and cannot be ${said[kind] ?? kind}`
  return new ApiError('TransactionStateNotAllowed', { message })
}

const said: Partial<Record<TransactionEvent['kind'], string>> = { refundAsked: 'refunded', takenBack: 'refunded' }

/** What was paid, has not gone back and is not on its way back. */
export const left = (t: Transaction): Micros => (t.paidAmount ?? t.amount) - t.refundedAmount - t.refundingAmount

/** Whether a refund leaves something, or another refund is still on its way, decides which row it is. */
function kindOf(before: Transaction, event: TransactionEvent): EventKind {
  switch (event.kind) {
    case 'refundCompleted':
      return left(before) === 0n && before.refundingAmount === event.amount ? 'refunded' : 'partlyRefunded'
    case 'takenBack': {
      const isAll = event.amount === null || event.amount === left(before)
      return isAll && before.refundingAmount === 0n ? 'takenBack' : 'partlyTakenBack'
    }
    default:
      return event.kind
  }
}

/** What must be available: a payout needs its charges too. */
const coverOf = (event: TransactionEvent, { amount, charges }: { amount: Micros; charges: Micros }): Micros | null => {
  if (event.kind === 'approved') return amount + charges
  return event.kind === 'refundAsked' ? amount : null
}

function refundOf(before: Transaction, event: TransactionEvent): Change['refund'] {
  switch (event.kind) {
    case 'refundAsked':
      return { id: event.refundId, amount: event.amount ?? left(before), state: 'Processing' }
    case 'takenBack':
      return { id: event.refundId, amount: event.amount ?? left(before), state: 'Completed' }
    case 'refundCompleted':
      return { id: event.refundId, amount: event.amount, state: 'Completed' }
    case 'refundFailed':
      return { id: event.refundId, amount: event.amount, state: 'Failed' }
    default:
      return null
  }
}

function factsOf(before: Transaction, event: TransactionEvent, at: Date): Partial<Transaction> {
  const { refundedAmount, refundingAmount } = before
  switch (event.kind) {
    case 'paid':
      return {
        paidAmount: event.amount,
        charges: chargesFor(before, event.amount),
        participant: event.participant,
        endToEndId: event.endToEndId,
      }
    case 'paidAfterAll':
      return { paidAmount: before.amount, participant: event.participant, endToEndId: event.endToEndId }
    case 'refundAsked':
      return { refundingAmount: refundingAmount + (event.amount ?? left(before)) }
    case 'refundFailed':
      return { refundingAmount: refundingAmount - event.amount }
    case 'refundCompleted':
      return {
        refundingAmount: refundingAmount - event.amount,
        refundedAmount: refundedAmount + event.amount,
        refundedAt: at,
      }
    case 'takenBack':
      return { refundedAmount: refundedAmount + (event.amount ?? left(before)), refundedAt: at }
    case 'failed':
      return { errorCause: event.cause, paidAmount: event.paidAmount ?? null }
    case 'approved':
      return { webhookUrl: event.webhookUrl }
    // Whoever has authorised in time is not late any more: from here on the bank says how the payment ends.
    case 'authorised':
      return { expiresAt: null }
    case 'accepted':
      return event.externalId === undefined ? {} : { externalId: event.externalId }
    case 'cancelled':
      return event.webhookUrl === undefined ? {} : { webhookUrl: event.webhookUrl }
    case 'returned':
      return { refundedAmount: before.amount }
    case 'reversed':
      return {}
  }
}

/** What was paid or is refunded; a reversal takes what is left beside the refunds; else the amount that was asked for. */
function movedBy(before: Transaction, event: TransactionEvent): Micros {
  switch (event.kind) {
    case 'paid':
    case 'refundCompleted':
    case 'refundFailed':
      return event.amount
    case 'refundAsked':
    case 'takenBack':
      return event.amount ?? left(before)
    case 'reversed':
      return operations[before.operation].type === 'Credit' ? left(before) : before.amount
    default:
      return before.amount
  }
}
