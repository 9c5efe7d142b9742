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
