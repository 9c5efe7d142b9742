import type { Micros } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { BankCall } from './bank-call.ts'
import type { DuePayer, DueTerms, PaidComponents } from './due-terms.ts'
import type { KeyType } from '../../platform/brazil/pix-key.ts'
import type { Participant } from './participant.ts'
import type { StaticId } from './static-ids.ts'

export type ChargeRequest = {
  merchantId: string
  /** The merchant's short number, which a charge's id at the bank carries. */
  merchantNumber: number
  transactionId: string
  amount: Micros
  editable: boolean
  /** Null: anybody may pay. */
  payer: { taxNumber: string; name: string | null } | null
  receiver: { name: string; city: string }
  expiresAt: Date
}

export type Charge = {
  /** The bank's own id of the charge. */
  externalId: string
  /** The copy-and-paste code. */
  qrCode: string
  /** The PIX key that is credited. */
  key: string
  keyType: KeyType
}

export interface ChargeRail<Request = ChargeRequest> {
  /** Whether the bank reports who paid, with the payment or later. Not there: it does not. */
  reportsPayer?: boolean
  /** Registers a charge, once for a transaction. Refuses a payer the banks refuse. `ChargeNotMade`: the bank does not have it. */
  createCharge(request: Request): Promise<Charge>
  /** The charge that an unanswered request may have made; null: the bank does not have it. */
  readCharge(request: Request): Promise<Charge | null>
  /** Null: charges end by themselves. Answers what was paid before it could be cancelled, usually nothing. Repeatable. */
  cancelCharge: ((charge: { externalId: string }, call: BankCall) => Promise<ReceivedPayment[]>) | null
}

/** `expiresAt`: the end of the last day on which it can be paid, by our calendar. The bank has its own. */
export type DueChargeRequest = Omit<ChargeRequest, 'editable' | 'payer'> &
  DueTerms & {
    payer: DuePayer
    /** What the payer reads beside the amount, at most 140 characters. */
    message: string | null
  }

/**
 * A charge with a due date as the bank has it. `paidElsewhere`: by its boleto. A charge that nobody paid in time stays `open`
 * at the bank: there is no state for it.
 */
export type DueCharge = {
  externalId: string
  /** Null: none of ours. */
  charge: ReceivedPayment['charge']
  state: 'open' | 'paid' | 'paidElsewhere' | 'removed'
  /** Null: the bank does not show it here. */
  qrCode: string | null
  amount: Micros
  dueDate: Day
  /** Null: they cannot be read. */
  terms: DueTerms | null
  /** What the payer reads beside the amount. */
  message: string | null
  payments: ReceivedPayment[]
}

/** What a change takes away where there was some of it. */
export type ChangedFrom = DueTerms & { message: string | null }

/** Registered, read after a lost answer and cancelled as other charges; sweeps find its payments among all others. */
export interface DueChargeRail extends ChargeRail<DueChargeRequest> {
  /** Null: the bank has no such charge. */
  findCharge(charge: { externalId: string }, call: Pick<BankCall, 'signal'>): Promise<DueCharge | null>
  /**
   * Replaces the terms, the payer and the message of an unpaid charge: repeatable. `before`: what the bank has.
   * Answers the charge as it is afterwards: one that is not `open` any more may have been changed before. `RefusedByBank`:
   * it has been read since, and is not changed.
   */
  changeCharge(request: DueChargeRequest, before: ChangedFrom): Promise<DueCharge>
  /** All that were created in a period. */
  listCharges(period: { from: Date; until: Date }): AsyncIterable<DueCharge>
}

/** A payment that a bank has received for us, as the bank itself reports it. */
export type ReceivedPayment = {
  endToEndId: string
  amount: Micros
  /** The charge it was for; null: none of ours. */
  charge: { transactionId: string; merchantNumber: number } | null
  /** The bank's name of the charge, perhaps one that it has given itself. */
  txid?: string
  /** The static code it was paid by; null: none of ours. */
  staticCode: StaticId | null
  /** The key it was paid to, if the bank names another than ours. */
  foreignKey?: string
  /** How the amount is made up, where the bank says so and it adds up. */
  components?: PaidComponents
  at: Date | null
  /** Null: the bank does not report who paid. */
  payer: Participant | null
  /** What has gone back of it, or is about to: `isDone` and `isRefused` say how it ended. `isForced`: not because we asked. */
  returns: { id: string; amount: Micros; isForced: boolean; isDone: boolean; isRefused: boolean }[]
  /** A statement may not say which payment a debit gives back. */
  mayHideReturns?: boolean
}
