import { Type } from 'typebox'
import { Amount, Money, Nullable, OneOf, Text, Timestamp } from '../http/schemas.ts'
import { refundStates } from './states.ts'

export const RefundRequest = Type.Object({
  amount: Type.Optional(Amount('How much to give back; all that is left when not said')),
  refundId: Type.Optional(Text(255, { minLength: 1, description: 'Your id of the refund: repeating it refunds once' })),
})

const State = OneOf(
  refundStates,
  '`Processing` until the bank has said how it ended; a `Failed` one may be asked again',
)

export const RefundData = Type.Object({
  refundId: Type.String(),
  amount: Money,
  state: State,
  transactionId: Type.String(),
  transactionState: Type.String({ description: 'Refunded once all has gone back; Completed until then' }),
  refundedAmount: Money,
})

export const RefundView = Type.Object({
  refundId: Type.String(),
  amount: Money,
  state: State,
  cause: Nullable(Type.String({ description: 'Why it failed' })),
  date: Timestamp,
  endDate: Nullable(Timestamp),
})

export const RefundList = Type.Object({ items: Type.Array(RefundView) })
