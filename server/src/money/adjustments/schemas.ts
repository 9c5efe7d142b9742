import { Type } from 'typebox'
import { Named, OneOf, SignedMoney, Timestamp } from '../../platform/http/schemas.ts'

/** The webhook event of an adjustment. */
export const AdjustmentEvent = Type.Object(
  {
    event: Named('AdjustmentEventName', OneOf(['BalanceAdjusted'])),
    adjustment: Type.Object(
      {
        id: Type.String({ description: 'The adjustment id' }),
        amount: SignedMoney,
        reason: Type.String({ description: 'Why the balance was adjusted' }),
        date: Timestamp,
      },
      { title: 'Adjustment' },
    ),
  },
  { title: 'AdjustmentEvent', description: 'The operator has corrected the available balance' },
)
