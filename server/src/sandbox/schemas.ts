import { Type } from 'typebox'
import { Amount, TaxNumber, Text } from '../http/schemas.ts'

export const CompleteRequest = Type.Object({
  name: Type.Optional(Text(255, { minLength: 1, description: 'Who pays. Required when the payer is anonymous' })),
  taxNumber: Type.Optional(TaxNumber),
  amount: Type.Optional(Amount('Simulates that this amount was paid, instead of the requested one')),
})

export const SimulatedData = Type.Object({
  transactionId: Type.String(),
  transactionState: Type.String({ examples: ['Completed'] }),
  stateErrorCause: Type.Optional(Type.String({ description: 'Only for Error' })),
})
