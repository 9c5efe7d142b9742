import { Type } from 'typebox'
import { Text } from '../../platform/http/schemas.ts'

export const DecisionRequest = Type.Object(
  {
    comment: Type.Optional(Text(1024, { description: 'A comment for the merchant' })),
  },
  { title: 'DecisionRequest' },
)
