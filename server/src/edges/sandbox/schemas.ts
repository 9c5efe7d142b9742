import { Type } from 'typebox'
import { TransactionState } from '../../money/transactions/schemas.ts'
import { Amount, Day, TaxNumber, Text } from '../../platform/http/schemas.ts'

export const CompleteRequest = Type.Object(
  {
    name: Type.Optional(Text(255, { minLength: 1, description: 'Who pays. Required when the payer is anonymous' })),
    taxNumber: Type.Optional(TaxNumber),
    amount: Type.Optional(Amount('Simulates that this amount was paid instead of the requested amount')),
    on: Type.Optional({ ...Day, description: 'Bills only: the day of the payment. Default: today' }),
  },
  { title: 'SimulatedPayment' },
)

export const SimulatedData = Type.Object(
  {
    transactionId: Type.String(),
    transactionState: TransactionState,
    stateErrorCause: Type.Optional(Type.String({ description: 'Only for Error' })),
  },
  { title: 'SimulatedOutcome' },
)
