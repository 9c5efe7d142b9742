import { Type } from 'typebox'
import { Amount, Money, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { TransactionState } from '../transactions/schemas.ts'
import { refundStates } from './states.ts'

/** Shown with the payment; neither the payer nor the bank sees it. */
export const Reason = Text(140, { minLength: 1, description: 'The reason, for your team. The portal shows it' })

export const RefundRequest = Type.Object(
  {
    amount: Type.Optional(Amount('Amount to refund. Default: all that is left')),
    refundId: Type.Optional(
      Text(255, { minLength: 1, description: 'Your refund id. Repeating it does not refund twice' }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'RefundRequest' },
)

const State = Named(
  'RefundState',
  OneOf(refundStates, '`Processing` until the bank reports the result. After `Failed` you can request it again'),
)

export const RefundData = Type.Object(
  {
    refundId: Type.String(),
    amount: Money,
    state: State,
    transactionId: Type.String(),
    transactionState: TransactionState,
    refundedAmount: Money,
  },
  { title: 'CreatedRefund' },
)

export const RefundView = Type.Object(
  {
    refundId: Type.String(),
    amount: Money,
    state: State,
    cause: Nullable(Type.String({ description: 'Why it failed' })),
    date: Timestamp,
    endDate: Nullable(Timestamp),
    reason: Nullable(Type.String({ description: 'The reason you gave, if any' })),
  },
  { title: 'Refund' },
)

export const RefundList = Type.Object({ items: Type.Array(RefundView) }, { title: 'RefundList' })
