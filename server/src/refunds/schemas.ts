import { Type } from 'typebox'
import { Amount, Money, Text } from '../http/schemas.ts'

export const RefundRequest = Type.Object({
  amount: Type.Optional(Amount('How much to give back; all that is left when not said')),
  refundId: Type.Optional(Text(255, { minLength: 1, description: 'Your id of the refund: repeating it refunds once' })),
})

export const RefundData = Type.Object({
  refundId: Type.String(),
  amount: Money,
  transactionId: Type.String(),
  transactionState: Type.String({ description: 'Refunded once all has gone back; Completed until then' }),
  refundedAmount: Money,
})
