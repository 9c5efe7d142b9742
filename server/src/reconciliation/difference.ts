import { type Micros, formatAmountShort } from '../brazil/money.ts'

/** How a bank and the books can differ about one payment, and what the bank was to do with its money. */
// biome-ignore format: a table is read in columns
export const differenceKinds = {
  paymentNotBooked: 'return', // the bank has received it, the books lack it
  paymentNotAtBank: 'return', // the other way round
  paymentAmount:    'return',
  returnedAmount:   'return',
  payoutNotBooked:  'payout', // the bank has sent it, the books do not say so
  payoutNotAtBank:  'payout',
  payoutAmount:     'payout',
  payoutReturned:   'payout', // it came back, whole or in part
} as const satisfies Record<string, 'return' | 'payout'>

export type DifferenceKind = keyof typeof differenceKinds

/** `expected` is what the books say, `said` what the bank says. */
export type Difference = {
  kind: DifferenceKind
  endToEndId: string
  /** Null: no transaction of ours is known for it. */
  transaction: { merchantId: string; id: string } | null
  expected: string
  said: string
}

/** What both sides are said to have done. */
export const words = {
  received: (amount: Micros) => `received ${formatAmountShort(amount)}`,
  returned: (amount: Micros) => `returned ${formatAmountShort(amount)}`,
  sent: (amount: Micros) => `sent ${formatAmountShort(amount)}`,
  nothingReceived: 'nothing received',
  nothingSent: 'nothing sent',
}

/** What one side of a day came to. */
export type Compared = { count: number; amount: Micros; differences: Difference[]; mended: number }
