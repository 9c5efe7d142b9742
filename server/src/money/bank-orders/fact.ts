/**
 * What we expected of a bank, or what it said: a code of `factWords` and the one value that its text shows.
 */
export const factCodes = [
  'anEnd',
  'paymentIs', // a state of the transaction
  'goesBack',
  'paid', // the end-to-end id
  'refused', // why
  'returned', // why
  'noEnd', // after this many questions
  'defect', // the name of the error
  'forgotten', // since when
  'noCharge',
  'paidInTime',
  'noBank',
  'amountReceived',
  'amountReturned',
  'amountSent',
  'nothingReceived',
  'nothingSent',
] as const

export type FactCode = (typeof factCodes)[number]
export type Fact = { code: FactCode; value: string | null }

export const fact = (code: FactCode, value: string | null = null): Fact => ({
  code,
  value: value === null ? null : value.slice(0, 300),
})

export const isSameFact = (one: Fact, other: Fact): boolean => one.code === other.code && one.value === other.value
