import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { completeWith, senderOf } from '../rails/participant.ts'
import type { PaidComponents } from '../rails/due-terms.ts'
import type { Participant, ReceivedPayment } from '../rails/rails.ts'

/** What can happen to a transaction, reported by a bank, a simulation, a merchant, an approver, an operator or the clock. */
export type TransactionEvent =
  | { kind: 'accepted'; externalId?: string }
  /** Its bank has registered a bill with a boleto. */
  | { kind: 'registered'; externalId: string; qrCode: string | null; pixKey: string; pixKeyType: string }
  /** Its boleto was paid at some bank: its own bank gets the money in the next days. `externalId`: of several the paid one. */
  | { kind: 'paidByBoleto'; amount: Micros; paidAt: Date; externalId?: string }
  /** Its own bank has the money of the boleto. */
  | { kind: 'boletoSettled' }
  /** Its own bank will never have it, and shows the boleto unpaid: it can be paid again, as long as it could before. */
  | { kind: 'boletoTakenBack'; expiresAt: Date }
  /** The same, and nobody can pay it any more. */
  | { kind: 'boletoLost' }
  /** The payer has authorised it at the bank, which is now ordered to pay. */
  | { kind: 'authorised'; consentId: string }
  /** `arrived`: the money is at the bank whatever we think of it. What cannot be credited is kept and
   * returned. `paidAt`: when that was, if not now: what was paid in time counts as in time, however late it is reported.
   * Null: its bank does not say when, so that it may have been in time. */
  | {
      kind: 'paid'
      amount: Micros
      participant: Participant | null
      endToEndId: string
      /** What the bank calls a payout that it paid at once. */
      externalId?: string
      arrived?: boolean
      paidAt?: Date | null
      /** How the amount of a bill is made up, as its bank says. */
      components?: PaidComponents
      /** The bank that has the money, where the charge may be at another by now. */
      connectionId?: string
    }
  /** `bankWords`: what the bank said, for operators. */
  | { kind: 'failed'; cause: string; bankWords?: string; paidAmount?: Micros; externalId?: string }
  /** Its time is over, but its bank may have been paid: it is cancelled there first. */
  | { kind: 'expired' }
  /** Its bank is asked to change a bill: until it has said, it ends at the later of both ends. */
  | { kind: 'changeAsked'; expiresAt: Date }
  /** A bill has these terms at its bank. */
  | ({ kind: 'changed' } & ChangedBill)
  /** Its merchant wants it no more; again its bank is asked first. */
  | { kind: 'cancelRequested' }
  /** Where a merchant is notified that has named no address before: see `approved`. */
  | { kind: 'cancelled'; webhookUrl?: string | null }
  /** Its approvers agree; from then on its merchant is notified at this address. Not there: at its own. `keyLookUp`: of the
   * key at its bank, which the payout uses. */
  | { kind: 'approved'; webhookUrl?: string | null; keyLookUp?: string | null }
  | { kind: 'reversed' }
  /** Null: all that is left. */
  | { kind: 'refundRequested'; refundId: string; amount: Micros | null }
  | { kind: 'refundCompleted' | 'refundFailed'; refundId: string; amount: Micros }
  /** The bank has returned money that nobody here asked it to return; a simulated one is refused where it is not covered.
   * Null: all that is left. */
  | { kind: 'forcedReturn'; refundId: string; amount: Micros | null; isSimulated?: boolean }
  /** A bank wants so much of it back: as much as is there is blocked until the dispute is decided. */
  | { kind: 'disputed'; amount: Micros }
  | { kind: 'disputeReleased'; amount: Micros }
  /** What is blocked goes back: a refund from here on. */
  | { kind: 'disputeReturned'; refundId: string; amount: Micros }
  /** A person credits a payment that reached the bank before its charge was cancelled: it moves out of suspense. */
  | {
      kind: 'paidInTime'
      amount: Micros
      participant: Participant | null
      endToEndId: string
      /** As of `paid`. */
      paidAt?: Date | null
      components?: PaidComponents
    }
  /** A payout that was given up or reversed here has been paid by the bank all the same. */
  | { kind: 'paidAfterAll'; participant: Participant | null; endToEndId: string }
  /** Money that could not be credited was returned to the payer. */
  | { kind: 'returned' }
  /** The bank has named the charge of such money later: it is booked there instead. */
  | { kind: 'matched' }

/** What the change of a bill changes in its transaction. */
export type ChangedBill = {
  amount: Micros
  expiresAt: Date | null
  orderDescription: string | null
  qrCode: string | null
}

export type PaidEvent = Extract<TransactionEvent, { kind: 'paid' }>
export type CreditedEvent = Extract<TransactionEvent, { kind: 'paid' | 'paidInTime' }>

/** Brings a payment that is booked once, by its end-to-end id. */
export const isCredited = (event: TransactionEvent): event is CreditedEvent =>
  event.kind === 'paid' || event.kind === 'paidInTime'

/** The charge was paid at another bank since it was read: the payment is recorded again. */
export class PaidElsewhere extends ApiError {
  constructor() {
    super('TransactionStateNotAllowed', { message: 'the charge is at another bank' })
  }
}

/** The same with every amount known. */
export type ExactEvent =
  | Exclude<TransactionEvent, { kind: 'refundRequested' | 'forcedReturn' }>
  | { kind: 'refundRequested'; refundId: string; amount: Micros }
  | { kind: 'forcedReturn'; refundId: string; amount: Micros; isSimulated?: boolean }

/** What a payment that a bank has received is to the charge it was for, however late it is reported. */
export const arrivedEvent = (
  { amount, endToEndId, payer, at, components }: ReceivedPayment,
  connectionId?: string,
): PaidEvent => ({
  kind: 'paid',
  amount,
  endToEndId,
  participant: completeWith(payer, senderOf(endToEndId)),
  arrived: true,
  paidAt: at,
  ...(components !== undefined && { components }),
  ...(connectionId !== undefined && { connectionId }),
})
