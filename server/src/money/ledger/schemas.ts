import { Type } from 'typebox'
import { MoneyOf, Timestamp } from '../../platform/http/schemas.ts'

export const BalanceData = Type.Object(
  {
    available: MoneyOf('Yours, free: what can be paid out or refunded now'),
    held: MoneyOf('Yours until a bank has carried it out: payments and refunds on their way'),
    blocked: MoneyOf('Yours, but not to use: what banks want back in disputes, until they are decided'),
    total: MoneyOf('available plus held plus blocked'),
    currency: Type.Literal('BRL'),
    date: Timestamp,
  },
  { title: 'Balance' },
)
