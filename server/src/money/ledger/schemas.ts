import { Type } from 'typebox'
import { MoneyOf, Timestamp } from '../../platform/http/schemas.ts'

export const BalanceData = Type.Object(
  {
    available: MoneyOf('What you can pay out or refund now'),
    held: MoneyOf('Held for payments and refunds in progress'),
    blocked: MoneyOf('Blocked by open disputes'),
    reserved: MoneyOf('Held back in reserve, and released by itself after the agreed days'),
    toSettle: MoneyOf('Paid by boleto and not settled yet. Not in the total'),
    total: MoneyOf('available plus held plus blocked plus reserved'),
    currency: Type.Literal('BRL'),
    date: Timestamp,
  },
  { title: 'Balance' },
)
