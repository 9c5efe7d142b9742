import type { Micros } from '../../platform/brazil/money.ts'
import type { PayoutReport, ReturnReport } from '../rails/rails.ts'
import type { Fact } from './fact.ts'
import type { OrderKind } from './order.ts'
import type { ExceptionState } from './states.ts'

/** What a bank reports of an order; `unknown`: it has never got it. */
export const bankAnswers = [
  'accepted',
  'paid',
  'returned',
  'refused',
  'doubtful',
  'unknown',
] as const satisfies readonly BankAnswer[]
export type BankAnswer = (PayoutReport | ReturnReport)['state'] | 'unknown'

/**
 * As far as the bank reports it; a document may be masked. `amount`: all that was sent, also what has come back since.
 * `reference`: what the bank calls it.
 */
export type SentTo = {
  key: string | null
  taxNumber: string | null
  at: string
  amount?: string
  reference?: string | null
}

/** A row of `bank_exceptions`. */
export type BankException = {
  merchantId: string
  id: string
  /** Null: no transaction is known, and the next three fields have what the bank reported. */
  transactionId: string | null
  connectionId: string | null
  endToEndId: string | null
  amount: Micros | null
  /** To whom the bank has sent it, if it is a payout that the books do not know. */
  sentTo: SentTo | null
  /** The bank order that is stopped until this is closed; null if there is none. */
  bankOrderId: string | null
  kind: OrderKind
  subject: string | null
  expected: Fact
  said: Fact
  /** What the bank said of the order when it was last asked for a person; null: it was not asked since. */
  bankAnswer: BankAnswer | null
  bankAnsweredAt: Date | null
  state: ExceptionState
  createdAt: Date
  endedAt: Date | null
  endedBy: string | null
  act: string | null
  note: string | null
}
