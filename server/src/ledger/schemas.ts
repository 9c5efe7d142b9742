import { Type } from 'typebox'
import { Timestamp } from '../http/schemas.ts'

export const BalanceData = Type.Object({
  available: Type.String({ description: 'What can be paid out now, 6 decimals', examples: ['10000.000000'] }),
  held: Type.String({ description: 'Set aside for payments on their way, 6 decimals' }),
  total: Type.String({ description: 'available plus held' }),
  currency: Type.Literal('BRL'),
  date: Timestamp,
})
