import type { Micros } from '../../platform/brazil/money.ts'
import type { PostingName } from '../ledger/postings.ts'

/** The postings that adjustments make. The last three are in the platform's own books. */
export const adjustmentNames = [
  'adjustmentIn',
  'adjustmentOut',
  'debtWrittenOff',
  'tariffPaid',
  'feesWithdrawn',
  'ownMoneyAdded',
] as const satisfies readonly PostingName[]

export type AdjustmentName = (typeof adjustmentNames)[number]

/** Whether it books a payment that a bank has sent. What has come back of it is another adjustment. */
export const paysOut = (name: AdjustmentName): boolean => name === 'adjustmentOut' || name === 'feesWithdrawn'

/** A row of `adjustments`: a posting that no payment makes, by a person, with why and what shows it. */
export type Adjustment = {
  merchantId: string
  id: string
  /** The number of its posting. */
  sequence: bigint
  name: AdjustmentName
  /** The bank at which the money is more or less; null: at none, a debt is written off. */
  connectionId: string | null
  amount: Micros
  reason: string
  evidence: string
  endToEndId: string | null
  /** The transaction and the exception that it is about; null: none. */
  transactionId: string | null
  exceptionId: string | null
  /** The row of the bank's statement that it books, once; null: none is known. */
  statementRow: string | null
  madeBy: string
  createdAt: Date
}
