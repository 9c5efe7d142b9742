import { Type } from 'typebox'
import { MoneyOf, Timestamp } from '../http/schemas.ts'

export const BalanceData = Type.Object(
  {
    available: MoneyOf('What can be paid out now'),
    held: MoneyOf('Set aside for payments and refunds on their way'),
    total: MoneyOf('available plus held'),
    currency: Type.Literal('BRL'),
    date: Timestamp,
  },
  { title: 'Balance' },
)
