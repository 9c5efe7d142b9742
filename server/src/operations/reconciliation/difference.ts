import { type Fact, fact } from '../../money/bank-orders/fact.ts'
import { type Micros, formatAmountShort } from '../../platform/brazil/money.ts'
import type { DifferenceKind } from '../exceptions/acts.ts'

/** `expected` is what the books say, `said` what the bank says. */
export type Difference = {
  kind: DifferenceKind
  endToEndId: string
  /** Null: no transaction of ours is known for it. */
  transaction: { merchantId: string; id: string } | null
  expected: Fact
  said: Fact
}

/** What both sides are said to have done. */
export const facts = {
  received: (amount: Micros) => fact('amountReceived', formatAmountShort(amount)),
  returned: (amount: Micros) => fact('amountReturned', formatAmountShort(amount)),
  sent: (amount: Micros) => fact('amountSent', formatAmountShort(amount)),
  nothingReceived: fact('nothingReceived'),
  nothingSent: fact('nothingSent'),
}

/** What one side of a day came to. */
export type Compared = { count: number; amount: Micros; differences: Difference[]; mended: number }
