import type { ExactEvent, TransactionEvent } from './event.ts'
import { disputable, left } from './facts-of-event.ts'
import { isWrongAmount } from './unmatched.ts'
import type { Transaction } from './transaction.ts'

/**
 * A fixed amount is paid exactly or not at all. Who does not say how much to refund, or disputes more than is left, means
 * all that is left.
 */
export function exact(before: Transaction, event: TransactionEvent): ExactEvent {
  if (isWrongAmount(before, event)) return { kind: 'failed', cause: 'AmountMismatch', paidAmount: event.amount }
  if (event.kind === 'disputed') return { ...event, amount: disputable(before, event.amount) }
  if (event.kind !== 'refundAsked' && event.kind !== 'forcedReturn') return event
  return { ...event, amount: event.amount ?? left(before) }
}
