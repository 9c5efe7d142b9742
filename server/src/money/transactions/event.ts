import type { Micros } from '../../platform/brazil/money.ts'
import { completeWith, senderOf } from '../rails/participant.ts'
import type { Participant, ReceivedPayment } from '../rails/rails.ts'

/** What can happen to a transaction, reported by a bank, a simulation, a merchant, an approver, an operator or the clock. */
export type TransactionEvent =
  | { kind: 'accepted'; externalId?: string }
  /** The payer has authorised it at the bank, which is now ordered to pay. */
  | { kind: 'authorised'; consentId: string }
  /** `arrived`: the money is at the bank whatever we think of it. What cannot be credited is kept and
   * returned. `paidAt`: when that was, if not now: what was paid in time counts as in time, however late it is reported. */
  | {
      kind: 'paid'
      amount: Micros
      participant: Participant | null
      endToEndId: string
      /** What the bank calls a payout that it paid at once. */
      externalId?: string
      arrived?: boolean
      paidAt?: Date
    }
  | { kind: 'failed'; cause: string; paidAmount?: Micros; externalId?: string }
  /** Its time is over, but its bank may have been paid: it is cancelled there first. */
  | { kind: 'expired' }
  /** Its merchant wants it no more; again its bank is asked first. */
  | { kind: 'cancelRequested' }
  /** Where a merchant is notified that has named no address before: see `approved`. */
  | { kind: 'cancelled'; webhookUrl?: string | null }
  /** A company payment's approvers agree; from then on its merchant is notified at this address. */
  | { kind: 'approved'; webhookUrl: string | null }
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
  /** A payout that was given up here has been paid by the bank all the same. */
  | { kind: 'paidAfterAll'; participant: Participant | null; endToEndId: string }
  /** Money that could not be credited was returned to the payer. */
  | { kind: 'returned' }
  /** The bank has named the charge of such money later: it is booked there instead. */
  | { kind: 'matched' }

export type PaidEvent = Extract<TransactionEvent, { kind: 'paid' }>

/** The same with every amount known. */
export type ExactEvent =
  | Exclude<TransactionEvent, { kind: 'refundRequested' | 'forcedReturn' }>
  | { kind: 'refundRequested'; refundId: string; amount: Micros }
  | { kind: 'forcedReturn'; refundId: string; amount: Micros; isSimulated?: boolean }

/** What a payment that a bank has received is to the charge it was for, however late it is reported. */
export const arrivedEvent = ({ amount, endToEndId, payer, at }: ReceivedPayment): PaidEvent => ({
  kind: 'paid',
  amount,
  endToEndId,
  participant: completeWith(payer, senderOf(endToEndId)),
  arrived: true,
  ...(at === null ? {} : { paidAt: at }),
})
