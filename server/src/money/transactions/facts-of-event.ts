import { chargesFor, chargesForIncoming } from '../ledger/charges.ts'
import { type Micros, formatAmount } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { completeWith, participant } from '../rails/participant.ts'
import type { Participant } from '../rails/rails.ts'
import { type ExactEvent, type TransactionEvent, isCredited } from './event.ts'
import { operations } from './operations.ts'
import { type Transaction, isCharge } from './transaction.ts'
import { isOfBoleto, mismatchOf } from './unmatched.ts'

export type RefundFacts = { id: string; amount: Micros; state: 'Processing' | 'Completed' | 'Failed' }

/** What was paid, has not gone back, is not on its way back and is not blocked. */
export const left = (t: Transaction): Micros =>
  (t.paidAmount ?? t.amount) - t.refundedAmount - t.refundingAmount - t.disputedAmount

/** A Pix payment has an end-to-end id; money of a boleto that a person has credited has one of ours. */
export const isPaidByBoleto = (t: Transaction): boolean =>
  (t.operation === 'pixBill' && t.state === 'Completed' && t.endToEndId === null) || isOfBoleto(t)

/** The refusal of what would give back more than is left, or take what a dispute blocks; null: there is none. */
export function tooMuch(t: Transaction, event: ExactEvent): ApiError | null {
  if (event.kind === 'reversed' && t.disputedAmount > 0n)
    return new ApiError('TransactionStateNotAllowed', { message: 'the transaction has an open dispute' })
  if (event.kind !== 'refundRequested' && event.kind !== 'forcedReturn') return null
  if (isPaidByBoleto(t))
    return new ApiError('RefundNotAllowed', {
      message: 'the money was paid by boleto, which no bank can return: send it by a payout',
    })
  if (event.amount <= left(t) && left(t) > 0n) return null
  return new ApiError('RefundNotAllowed', { message: `${formatAmount(left(t))} is left to refund` })
}

/** A bank that wants back more than is left means all that is left: nothing, where all has gone back. */
function disputable(t: Transaction, requested: Micros): Micros {
  if (t.state !== 'Completed') return 0n
  return requested < left(t) ? requested : left(t)
}

/** Nothing may be there to be blocked: then nothing moves when it is released either. */
export const movesNothing = ({ kind }: ExactEvent, moved: { amount: Micros }): boolean =>
  moved.amount === 0n && (kind === 'disputed' || kind === 'disputeReleased')

const isIncoming = ({ operation }: Transaction): boolean => operations[operation].type === 'Credit'

/** Who pays or is paid, if the bank names nobody. A charge may be paid by anybody, an initiation may not. */
function expectedOf({ operation, participant: known, counterparty }: Transaction): Participant | null {
  return known !== null || isCharge(operation) ? known : payerOf({ counterparty })
}

/** Banks do not report who paid a boleto: it is in the payer's name. */
const payerOf = ({ counterparty }: Pick<Transaction, 'counterparty'>): Participant | null =>
  counterparty && participant({ name: counterparty.name, taxNumber: counterparty.cpf ?? counterparty.cnpj })

/** What an event changes besides the state. */
export function factsOf(before: Transaction, event: ExactEvent, at: Date): Partial<Transaction> {
  const { refundedAmount, refundingAmount, disputedAmount } = before
  switch (event.kind) {
    case 'paid':
    case 'paidInTime':
      return {
        paidAmount: event.amount,
        charges: (isIncoming(before) ? chargesForIncoming : chargesFor)(before, event.amount),
        participant: completeWith(event.participant, isOfBoleto(event) ? payerOf(before) : expectedOf(before)),
        endToEndId: event.endToEndId,
        externalId: before.externalId ?? ('externalId' in event ? event.externalId : null) ?? event.endToEndId,
      }
    case 'paidAfterAll':
      return {
        paidAmount: before.amount,
        participant: completeWith(event.participant, expectedOf(before)),
        endToEndId: event.endToEndId,
        externalId: before.externalId ?? event.endToEndId,
      }
    case 'registered': {
      const { kind: _, ...registered } = event
      return registered
    }
    case 'paidByBoleto':
      return {
        paidAmount: event.amount,
        charges: chargesForIncoming(before, event.amount),
        participant: payerOf(before),
        externalId: event.externalId ?? before.externalId,
        expiresAt: null,
      }
    case 'boletoTakenBack':
      return { ...unpaid(before), registeredAt: before.registeredAt, expiresAt: event.expiresAt }
    case 'boletoLost':
      return unpaid(before)
    case 'refundRequested':
      return { refundingAmount: refundingAmount + event.amount }
    case 'refundFailed':
      return { refundingAmount: refundingAmount - event.amount }
    case 'refundCompleted':
      return {
        refundingAmount: refundingAmount - event.amount,
        refundedAmount: refundedAmount + event.amount,
        refundedAt: at,
      }
    case 'forcedReturn':
      return { refundedAmount: refundedAmount + event.amount, refundedAt: at }
    case 'disputed':
      return { disputedAmount: disputedAmount + event.amount }
    case 'disputeReleased':
      return { disputedAmount: disputedAmount - event.amount }
    case 'disputeReturned':
      return { disputedAmount: disputedAmount - event.amount, refundingAmount: refundingAmount + event.amount }
    case 'failed':
      return {
        errorCause: event.cause,
        bankWords: event.bankWords ?? null,
        paidAmount: event.paidAmount ?? null,
        externalId: before.externalId ?? event.externalId ?? null,
      }
    // From here on the bank says how the payment ends.
    case 'expired':
    case 'cancelRequested':
    case 'authorised':
      return { expiresAt: null }
    case 'changeAsked':
      return { expiresAt: event.expiresAt }
    case 'changed': {
      const { kind: _, ...changed } = event
      // Of what was paid the charges are booked.
      if (before.state !== 'Registered') return { amount: event.amount, orderDescription: event.orderDescription }
      return { ...changed, charges: chargesForIncoming(before, event.amount) }
    }
    case 'accepted':
      return event.externalId === undefined ? {} : { externalId: event.externalId }
    case 'approved':
    case 'cancelled':
      return event.webhookUrl === undefined ? {} : { webhookUrl: event.webhookUrl }
    case 'returned':
      return { refundedAmount: before.amount }
    case 'boletoSettled':
    case 'reversed':
    case 'matched':
      return {}
  }
}

const unpaid = (before: Transaction): Partial<Transaction> => ({
  paidAmount: null,
  charges: chargesForIncoming(before, before.amount),
  participant: null,
})

/** What was paid or is refunded; a reversal and its end take what is left beside the refunds; else the whole amount. */
export function movedBy(before: Transaction, event: ExactEvent): Micros {
  if ('amount' in event) return event.amount
  if (event.kind.startsWith('boleto')) return before.paidAmount ?? before.amount
  return event.kind === 'reversed' || event.kind === 'paidAfterAll' ? left(before) : before.amount
}

const refundStates = {
  refundRequested: 'Processing',
  disputeReturned: 'Processing',
  forcedReturn: 'Completed',
  refundCompleted: 'Completed',
  refundFailed: 'Failed',
} as const

/** The refund an event is about; null: none. */
export function refundOf(event: ExactEvent): RefundFacts | null {
  return 'refundId' in event ? { id: event.refundId, amount: event.amount, state: refundStates[event.kind] } : null
}

/** What must be available for it, the charges of a payout too; null: it has happened, whatever is available. */
export function coverOf(before: Transaction, event: ExactEvent, moved: { amount: Micros; charges: Micros }) {
  if (event.kind === 'approved') return moved.amount + moved.charges
  // No bank reverses a payment it has received: a simulation does, and a return forced by a bank is another event.
  const isSimulated =
    (event.kind === 'reversed' && isIncoming(before)) || (event.kind === 'forcedReturn' && event.isSimulated === true)
  return isSimulated || event.kind === 'refundRequested' ? moved.amount : null
}

/** A fixed amount is paid exactly, and by its only payer. A refund without an amount, or a dispute of more, is of all that is left. */
export function exact(before: Transaction, event: TransactionEvent): ExactEvent {
  if (isCredited(event)) {
    const cause = mismatchOf(before, event)
    return cause === null ? event : { kind: 'failed', cause, paidAmount: event.amount }
  }
  if (event.kind === 'disputed') return { ...event, amount: disputable(before, event.amount) }
  if (event.kind !== 'refundRequested' && event.kind !== 'forcedReturn') return event
  return { ...event, amount: event.amount ?? left(before) }
}
