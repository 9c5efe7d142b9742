import type { Micros } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'

/** An amount, or a share of the charge's: 0.99 % is `990_000n`. Banks take two decimals of a rate. */
export type FixedOrPercent = { kind: 'Fixed'; amount: Micros } | { kind: 'Percent'; rate: bigint }

/** In days of the calendar, or in business days. */
export type Interest =
  | { kind: 'AmountPerDay' | 'AmountPerBusinessDay'; amount: Micros }
  | { kind: `PercentPer${'Day' | 'Month' | 'Year'}${'' | 'InBusinessDays'}`; rate: bigint }

/** Until up to three days, none after the due date; or for each day that the payment is early. */
export type Discount =
  | { kind: 'Fixed'; until: readonly { day: Day; amount: Micros }[] }
  | { kind: 'Percent'; until: readonly { day: Day; rate: bigint }[] }
  | { kind: 'AmountPerDay' | 'AmountPerBusinessDay'; amount: Micros }
  | { kind: 'PercentPerDay' | 'PercentPerBusinessDay'; rate: bigint }

/** What decides how much is owed on a day. */
export type DueTerms = {
  amount: Micros
  dueDate: Day
  /** Days of the calendar in which it can still be paid. */
  payableDaysAfterDue: number
  fine: FixedOrPercent | null
  interest: Interest | null
  rebate: FixedOrPercent | null
  discount: Discount | null
}

/**
 * Business days after its last payable day until a bill is closed at its bank. By a bank's own calendar that day may be
 * later, where the payer's municipality has a holiday, and of a slip that was paid on it a bank is notified on the next business day
 * or the one after.
 */
export const graceDays = 3

/** Whether both come to the same amount on every day. */
export const isSameTerms = (one: DueTerms, other: DueTerms): boolean => spelled(one) === spelled(other)

function spelled({ amount, dueDate, payableDaysAfterDue, fine, interest, rebate, discount }: DueTerms): string {
  const days = discount !== null && 'until' in discount ? discount.until : []
  return [
    amount,
    dueDate,
    payableDaysAfterDue,
    ...[fine, interest, rebate, discount].map(part => part && `${part.kind} ${valueOf(part)}`),
    ...days.map(one => `${one.day} ${valueOf(one)}`).toSorted(),
  ].join(', ')
}

type Valued = { amount: Micros } | { rate: bigint } | { until: unknown }

const valueOf = (part: Valued): string =>
  'amount' in part ? String(part.amount) : 'rate' in part ? String(part.rate) : ''

/** The central bank requires a name and a document of the payer; the rest is optional. */
export type DuePayer = {
  taxNumber: string
  name: string
  email?: string | null
  /** `state`: two letters. `postalCode`: eight digits. */
  address?: { street: string; district?: string | null; city: string; state: string; postalCode: string } | null
}

/** How a paid amount is made up: original + fine + interest − rebate − discount. */
export type PaidComponents = Record<'original' | 'fine' | 'interest' | 'rebate' | 'discount', Micros>
