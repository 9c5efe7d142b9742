import { chargesFor } from '../ledger/charges.ts'
import type { PostingName } from '../ledger/postings.ts'
import { ApiError } from '../lib/errors.ts'
import type { Micros } from '../lib/money.ts'
import type { Participant } from '../rails/rail.ts'
import { type EventKind, operations, stateDates, transitions } from './states.ts'
import type { Transaction } from './transaction.ts'

/** What can happen to a transaction, told by a bank, a simulation, an approver or the clock. */
export type TransactionEvent =
  | { kind: 'paid'; amount: Micros; participant: Participant; endToEndId: string }
  | { kind: 'failed'; cause: string }
  | { kind: Exclude<EventKind, 'paid' | 'failed'> }

export type Change = { after: Transaction; posting: PostingName | null }

/** What an event makes of a transaction, or the refusal. Pure: the table of states decides, nothing is written. */
export function changeOfState(before: Transaction, told: TransactionEvent, at: Date): Change | ApiError {
  const event = mismatched(before, told) ? ({ kind: 'failed', cause: 'AmountMismatch' } as const) : told
  const [type] = operations[before.operation]
  const transition = transitions.find(row => row[0] === type && row[1] === before.state && row[2] === event.kind)
  if (transition === undefined)
    return new ApiError('TransactionStateNotAllowed', {
      message: `the transaction is ${before.state} and cannot be ${event.kind}`,
    })
  const [, , , state, posting] = transition
  return { after: { ...before, ...factsOf(before, event), state, [stateDates[state]]: at, events: before.events + 1 }, posting }
}

/** A fixed amount must be paid exactly; other money goes back to the payer and is never credited. */
const mismatched = (transaction: Transaction, event: TransactionEvent) =>
  event.kind === 'paid' && !transaction.editable && event.amount !== transaction.amount

function factsOf(before: Transaction, event: TransactionEvent): Partial<Transaction> {
  switch (event.kind) {
    case 'paid':
      return {
        paidAmount: event.amount,
        charges: chargesFor(before, event.amount),
        participant: event.participant,
        endToEndId: event.endToEndId,
      }
    case 'failed':
      return { errorCause: event.cause }
    case 'accepted':
    case 'cancelled':
    case 'reversed':
    case 'refunded':
      return {}
  }
}
