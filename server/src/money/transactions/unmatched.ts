import type { Micros } from '../../platform/brazil/money.ts'
import type { Participant } from '../rails/rails.ts'
import type { PaidEvent, TransactionEvent } from './event.ts'
import { operations } from './states.ts'
import type { Transaction } from './transaction.ts'

/** Why money that came cannot be credited to a charge. */
export type UnmatchedReason = 'WrongAmount' | 'SecondPayment' | 'AfterEnd' | 'NoCharge'
export type Unmatched = {
  reason: UnmatchedReason
  amount: Micros
  participant: Participant | null
  endToEndId: string
  /** Paid before the charge was cancelled, by the bank's own time: a person decides whether it is returned. */
  isInTime?: boolean
}

/** Whether unmatched money came for no charge that was known then. */
export const isWithoutCharge = ({ orderDescription }: Transaction): boolean =>
  orderDescription === ('NoCharge' satisfies UnmatchedReason)

/** A fixed amount is paid exactly or not at all, in and out. */
export const isWrongAmount = (t: Transaction, event: TransactionEvent): event is PaidEvent =>
  event.kind === 'paid' && !t.editable && event.amount !== t.amount

/** Money that came for a charge and cannot be credited: the wrong amount, or a charge that is over. */
export function unmatchedOf(t: Transaction, event: TransactionEvent, at: Date): Unmatched | null {
  if (event.kind !== 'paid' || operations[t.operation].type !== 'Credit') return null
  const { amount, participant, endToEndId } = event
  const reason = reasonOf(t, event, at)
  return reason && { reason, amount, participant, endToEndId, isInTime: isInTime(t, event) }
}

const isInTime = ({ state, cancelledAt, expiresAt }: Transaction, { paidAt }: PaidEvent): boolean =>
  state === 'Cancelled' &&
  paidAt !== undefined &&
  cancelledAt !== null &&
  paidAt < cancelledAt &&
  (expiresAt === null || paidAt < expiresAt)

function reasonOf(t: Transaction, event: PaidEvent, at: Date): UnmatchedReason | null {
  if (t.state === 'Completed' || t.state === 'Refunded' || t.state === 'Reversed') return 'SecondPayment'
  if (t.state !== 'Registered' || (t.expiresAt !== null && t.expiresAt <= (event.paidAt ?? at))) return 'AfterEnd'
  return isWrongAmount(t, event) ? 'WrongAmount' : null
}
