import type { Micros } from '../../platform/brazil/money.ts'
import { directionOf } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'

/** What a transaction costs. Of money that came in, what was given back of it is off its charges already. */
export const chargesKept = ({ operation, reversedAt, charges }: Transaction): Micros =>
  reversedAt !== null && directionOf(operation) === 'Debit' ? 0n : charges
