import { formatAmount } from '../brazil/money.ts'
import type { Refunded } from './refund-transaction.ts'

export const refundView = ({ transaction: t, refundId, amount }: Refunded) => ({
  refundId,
  amount: formatAmount(amount),
  transactionId: t.id,
  transactionState: t.state,
  refundedAmount: formatAmount(t.refundedAmount),
})
