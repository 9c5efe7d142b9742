import { chargesFor } from '../ledger/charges.ts'
import type { PostingName } from '../ledger/postings.ts'
import { ApiError } from '../http/errors.ts'
import { type Micros, formatAmount } from '../brazil/money.ts'
import type { Participant } from '../rails/rail.ts'
import { type EventKind, operations, spellState, stateDates, transitions } from './states.ts'
import type { Transaction } from './transaction.ts'

/** What can happen to a transaction, told by a bank, a simulation, a merchant, an approver or the clock. */
export type TransactionEvent =
  | { kind: 'accepted'; externalId?: string }
  | { kind: 'paid'; amount: Micros; participant: Participant; endToEndId: string }
  | { kind: 'failed'; cause: string; paidAmount?: Micros }
  /** Where a merchant is told who has named no address before: see `approved`. */
  | { kind: 'cancelled'; webhookUrl?: string | null }
  /** A company payment's approvers agree; from then on its merchant is told at this address. */
  | { kind: 'approved'; webhookUrl: string | null }
  | { kind: 'reversed' }
  /** Null: all that is left. A refund that a merchant asks for needs cover; one that a bank tells of has happened. */
  | { kind: 'refunded'; amount: Micros | null; askedBy: 'merchant' | 'bank' }

export type Change = {
  after: Transaction
  /** Money that moves with it. One that `needsCover` is refused where the available balance does not reach. */
  movement: { name: PostingName; amount: Micros; charges: Micros; needsCover: boolean } | null
}

/** What an event makes of a transaction, or the refusal. Pure: the table of states decides, nothing is written. */
export function changeOfState(before: Transaction, told: TransactionEvent, at: Date): Change | ApiError {
  const event = refuseMismatch(before, told)
  const [type] = operations[before.operation]
  const kind = kindOf(before, event)
  const transition = transitions.find(row => row[0] === type && row[1] === before.state && row[2] === kind)
  if (transition === undefined)
    return notAllowed(`the transaction is ${spellState(before.state)} and cannot be ${event.kind}`)
  if (told.kind === 'paid' && before.expiresAt !== null && before.expiresAt <= at)
    return notAllowed(`the charge expired at ${before.expiresAt.toISOString()} and cannot be paid`)
  if (event.kind === 'refunded' && (event.amount ?? 0n) > left(before))
    return new ApiError('RefundNotAllowed', { message: `${formatAmount(left(before))} is left to refund` })

  const [, , , state, name] = transition
  const reached = state === before.state ? null : stateDates[state]
  const dates = reached === null ? {} : { [reached]: at }
  const after = { ...before, ...dates, ...factsOf(before, event, at), state }
  return { after, movement: name && { name, needsCover: needsCover(event), ...movedBy(before, after, event) } }
}

/** The kinds of events a type of transaction can have at all, and whether money may move with them. */
export const mayMoveMoney = (transaction: Transaction, event: TransactionEvent): boolean =>
  transitions.some(row => row[0] === operations[transaction.operation][0] && row[2] === event.kind && row[4] !== null)

/** A fixed amount must be paid exactly; other money goes back to the payer and is never credited. */
const refuseMismatch = (transaction: Transaction, event: TransactionEvent): TransactionEvent =>
  event.kind === 'paid' && !transaction.editable && event.amount !== transaction.amount
    ? { kind: 'failed', cause: 'AmountMismatch', paidAmount: event.amount }
    : event

const needsCover = (event: TransactionEvent) =>
  event.kind === 'approved' || (event.kind === 'refunded' && event.askedBy === 'merchant')

/** What was paid and has not gone back. */
const left = (t: Transaction): Micros => (t.paidAmount ?? t.amount) - t.refundedAmount

const kindOf = (before: Transaction, event: TransactionEvent): EventKind =>
  event.kind === 'refunded' && event.amount !== null && event.amount < left(before) ? 'partlyRefunded' : event.kind

const notAllowed = (message: string) => new ApiError('TransactionStateNotAllowed', { message })

function factsOf(before: Transaction, event: TransactionEvent, at: Date): Partial<Transaction> {
  switch (event.kind) {
    case 'paid':
      return {
        paidAmount: event.amount,
        charges: chargesFor(before, event.amount),
        participant: event.participant,
        endToEndId: event.endToEndId,
      }
    case 'refunded':
      return { refundedAmount: before.refundedAmount + (event.amount ?? left(before)), refundedAt: at }
    case 'failed':
      return { errorCause: event.cause, paidAmount: event.paidAmount ?? null }
    case 'approved':
      return { webhookUrl: event.webhookUrl }
    case 'accepted':
      return event.externalId === undefined ? {} : { externalId: event.externalId }
    case 'cancelled':
      return event.webhookUrl === undefined ? {} : { webhookUrl: event.webhookUrl }
    case 'reversed':
      return {}
  }
}

/** What was paid, refunded, or is left to take back; everything else moves the amount that was asked for. */
function movedBy(before: Transaction, after: Transaction, event: TransactionEvent) {
  const { charges } = after
  switch (event.kind) {
    case 'paid':
      return { amount: event.amount, charges }
    case 'refunded':
      return { amount: after.refundedAmount - before.refundedAmount, charges }
    case 'reversed':
      return { amount: left(before), charges }
    case 'accepted':
    case 'approved':
    case 'cancelled':
    case 'failed':
      return { amount: before.amount, charges }
  }
}
