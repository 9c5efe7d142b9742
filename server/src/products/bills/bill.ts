import type { Micros } from '../../platform/brazil/money.ts'
import { type Day, addDays, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { Reason } from '../../platform/http/reasons.ts'
import type { DuePayer } from '../../money/rails/due-terms.ts'
import type { State } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'

/** An amount or a rate in percent, as a request says it. */
export type Share = { kind: 'Fixed' | 'Percent'; amount?: string; rate?: string }
export type InterestForm = { kind: InterestKind; amount?: string; rate?: string }
export type DiscountForm = {
  kind: DiscountKind
  amount?: string
  rate?: string
  until?: { date: Day; amount?: string; rate?: string }[]
}

export const interestKinds = [
  'AmountPerDay',
  'PercentPerDay',
  'PercentPerMonth',
  'PercentPerYear',
  'AmountPerBusinessDay',
  'PercentPerDayInBusinessDays',
  'PercentPerMonthInBusinessDays',
  'PercentPerYearInBusinessDays',
] as const
export type InterestKind = (typeof interestKinds)[number]

export const discountKinds = [
  'Fixed',
  'Percent',
  'AmountPerDay',
  'AmountPerBusinessDay',
  'PercentPerDay',
  'PercentPerBusinessDay',
] as const
export type DiscountKind = (typeof discountKinds)[number]

/** What is added and taken off by the day of payment, as the request says it; null: nothing. */
export type TermsForm = {
  fine: Share | null
  interest: InterestForm | null
  rebate: Share | null
  discount: DiscountForm | null
}

/** A change of a bill: what its terms were and are. Of texts only the names are kept: they may name a person. */
export type BillChange = {
  at: string
  by: 'person' | 'key'
  terms: Record<string, { was: unknown; is: unknown }>
  texts: string[]
}

/** What a bill is to be at its bank: all that a change can change. */
export type RequestedBill = {
  amount: string
  description: string | null
  lines: BillLine[] | null
  terms: TermsForm
  dueDate: Day
  payableDaysAfterDue: number
} & Pick<BillChange, 'at' | 'by'>

/**
 * The change that its bank was asked for last, by the id of its order. `requested` is null when that is over, and `refusal` says
 * why it was not made.
 */
export type AskedChange = {
  id: string
  requested: RequestedBill | null
  refusal: { reason: Reason; message?: string } | null
}

export type BillLine = { description: string; amount: string }

/** A row of `bills`: what a transaction of a bill has besides. It has the same id. */
export type Bill = {
  merchantId: string
  id: string
  dueDate: Day
  /** The last day on which it is not late: the first business day from its due date on. */
  onTimeUntil: Day
  payableDaysAfterDue: number
  payableUntil: Day
  terms: TermsForm
  lines: BillLine[] | null
  /** Name and document of the payer are in the transaction. */
  payerContact: Pick<DuePayer, 'email' | 'address'> | null
  /** Counts changes, so that two at once do not undo each other. */
  revision: number
  /** The last fifty, oldest first. */
  changes: BillChange[]
  /** Null: none, or it was made. */
  askedChange: AskedChange | null
  paidOn: Day | null
  /** How the paid amount is made up; nulls: not paid, or the bank does not say and our own calculation differs. */
  paidOriginal: Micros | null
  paidFine: Micros | null
  paidInterest: Micros | null
  paidRebate: Micros | null
  paidDiscount: Micros | null
}

/** What a bill has that nobody has paid. */
export const notPaid = {
  paidOn: null,
  paidOriginal: null,
  paidFine: null,
  paidInterest: null,
  paidRebate: null,
  paidDiscount: null,
} as const satisfies Partial<Bill>

/** How the payer may pay: Pix always. */
export const billMethods = ['pix', 'boleto'] as const
export type BillMethod = (typeof billMethods)[number]

/** A row of `boletos`: what a bill has besides that can be paid by boleto. Nulls: its bank has not registered it yet. */
export type Boleto = {
  merchantId: string
  id: string
  connectionId: string
  /** Ours at the bank, which looks it up by it. */
  ourNumber: string
  bankNumber: string | null
  barcode: string | null
  txid: string | null
  createdAt: Date
}

type OfBoleto = Pick<Boleto, 'bankNumber' | 'barcode'> & { ourNumber: string | null; boletoTxid: string | null }
export const noBoleto: OfBoleto = { ourNumber: null, bankNumber: null, barcode: null, boletoTxid: null }

/** A bill with its transaction, whose columns have other names but the ids, and its boleto. */
export type WholeBill = Transaction & Bill & OfBoleto

/** From this moment on a bill cannot be paid any more. */
export const endOf = (payableUntil: Day): Date => startOfDay(addDays(payableUntil, 1))

export const billStates = ['Open', 'Overdue', 'Paid', 'Cancelled', 'Expired'] as const
export type BillState = (typeof billStates)[number]

/**
 * The states of a bill are views of the state of its transaction: an open one is overdue from the day after `onTimeUntil`,
 * and expired from the day after its last payable day, also while its bank may still report that it was paid. Money that went
 * back leaves it paid: the transaction says so.
 */
const stateOfTransaction: Record<State, BillState> = {
  Requested: 'Open',
  Created: 'Open',
  Registered: 'Open',
  ToSettle: 'Paid',
  Completed: 'Paid',
  Refunded: 'Paid',
  Reversed: 'Paid',
  Cancelled: 'Cancelled',
  Error: 'Cancelled',
}

export function billStateOf(bill: WholeBill, today: Day): BillState {
  const state = stateOfTransaction[bill.state]
  if (state === 'Open') return today > bill.payableUntil ? 'Expired' : today > bill.onTimeUntil ? 'Overdue' : 'Open'
  if (state !== 'Cancelled' || bill.cancelledAt === null) return state
  return bill.cancelledAt >= endOf(bill.payableUntil) ? 'Expired' : state
}
