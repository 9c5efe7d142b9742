import { type Micros, parseAmount } from '../../platform/brazil/money.ts'

/** What we expected of a bank, or what it said: a code of `factWords` and the value that its text shows. */
export const factCodes = [
  'anEnd',
  'paymentIs', // a state of the transaction
  'goesBack',
  'paid', // the end-to-end id
  'paidBefore', // the end-to-end id of a payment that something else books
  'refused', // why
  'doubtful', // why it is refused now, after a call that may have been accepted
  'unknownState', // the bank's word for it
  'returned', // why
  'noEnd', // after this many questions
  'defect', // the name of the error
  'forgotten', // since when
  'noCharge',
  'paidInTime',
  'paidByBoleto', // no bank can return it
  'paidByBoletoInTime', // or perhaps so, by the day: it can be credited
  'paidAtUnknownTime',
  'noBank',
  'amountReceived',
  'amountReturned',
  'amountSent',
  'amountInProcess', // the bank may still refuse it
  'amountHeld', // in the whole account
  'nothingReceived',
  'nothingSent',
  'wholeRow', // of a bank's list
  'unreadable', // which of its fields
  'newPayoutByKey', // what a payout has in common with one that the bank has sent and the books lack
  'newPayoutByDocument',
  'newPayoutByAmount',
] as const

export type FactCode = (typeof factCodes)[number]
export type Fact = { code: FactCode; value: string | null }

export const fact = (code: FactCode, value: string | null = null): Fact => ({
  code,
  value: value === null ? null : value.slice(0, 300),
})

/** The amount that a fact has as its value; 0: it has none. */
export const amountIn = ({ code, value }: Fact): Micros =>
  code.startsWith('amount') && value !== null && /[1-9]/.test(value) ? parseAmount(value.replace('-', '')) : 0n

/** The order was stopped before it was sent: what the bank said is about another payout. */
export const isOfForgottenPayout = ({ code }: Fact): boolean =>
  code === 'newPayoutByKey' || code === 'newPayoutByDocument' || code === 'newPayoutByAmount'

export const isSameFact = (one: Fact, other: Fact): boolean => one.code === other.code && one.value === other.value
