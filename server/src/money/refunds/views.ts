import { formatState } from '../transactions/format-state.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import type { Refunded } from './refund-transaction.ts'
import type { Refund } from './sql.ts'

export const refundedView = ({ transaction: t, refund }: Refunded) => ({
  refundId: refund.id,
  amount: formatAmount(refund.amount),
  state: refund.state,
  transactionId: t.id,
  transactionState: formatState(t.state),
  refundedAmount: formatAmount(t.refundedAmount),
})

export const refundView = (r: Refund) => ({
  refundId: r.id,
  amount: formatAmount(r.amount),
  state: r.state,
  cause: r.cause,
  date: r.createdAt.toISOString(),
  endDate: r.endedAt?.toISOString() ?? null,
  reason: r.reason,
})
