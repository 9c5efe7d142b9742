import { Type } from 'typebox'
import { MoneyOf, Timestamp } from '../../platform/http/schemas.ts'

export const BalanceData = Type.Object(
  {
    available: MoneyOf('What you can pay out or refund now'),
    held: MoneyOf('Held for payments and refunds in progress'),
    blocked: MoneyOf('Blocked by open disputes'),
    total: MoneyOf('available plus held plus blocked'),
    currency: Type.Literal('BRL'),
    date: Timestamp,
  },
  { title: 'Balance' },
)
