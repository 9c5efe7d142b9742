import {
  type LocalHolidays,
  businessDayFrom,
  businessDaysBetween,
  daysBetween,
} from '../../platform/brazil/business-days.ts'
import { type Micros, percentOf } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { Discount, DueTerms, FixedOrPercent, Interest, PaidComponents } from '../../money/rails/due-terms.ts'

/** How an amount is made up. `total` = original + fine + interest − rebate − discount. */
export type AmountDue = PaidComponents & { total: Micros }

/** How many days a rate is for. The specification leaves the length of a month open: 30 days, as banks do. */
const lengthOf = { Day: 1n, Month: 30n, Year: 360n } as const
const lengthInBusinessDays = { Day: 1n, Month: 21n, Year: 252n } as const

/**
 * What a bill amounts to on a day, for previews: simple interest, rounded half up to the cent. What is booked is the bank's
 * word. Due on a holiday, it counts as due on the next business day.
 */
export function amountDue(terms: Omit<DueTerms, 'payableDaysAfterDue'>, day: Day, local?: LocalHolidays): AmountDue {
  const { amount: original } = terms
  const due = businessDayFrom(terms.dueDate, local)
  const isLate = day > due
  const fine = isLate ? shareOf(original, terms.fine) : 0n
  const interest = isLate && terms.interest !== null ? interestOf(original, terms.interest, due, day, local) : 0n
  const rebate = shareOf(original, terms.rebate)
  const discount = isLate || terms.discount === null ? 0n : discountOf(original, terms.discount, due, day, local)
  return { original, fine, interest, rebate, discount, total: original + fine + interest - rebate - discount }
}

function shareOf(amount: Micros, share: FixedOrPercent | null): Micros {
  if (share === null) return 0n
  return share.kind === 'Fixed' ? share.amount : percentOf(amount, share.rate)
}

function interestOf(amount: Micros, interest: Interest, due: Day, day: Day, local?: LocalHolidays): Micros {
  const isBusiness = interest.kind === 'AmountPerBusinessDay' || interest.kind.endsWith('InBusinessDays')
  const days = BigInt(isBusiness ? businessDaysBetween(due, day, local) : daysBetween(due, day))
  if ('amount' in interest) return interest.amount * days
  const period = /^PercentPer(Day|Month|Year)/.exec(interest.kind)?.[1] as keyof typeof lengthOf
  const length = (isBusiness ? lengthInBusinessDays : lengthOf)[period]
  // Divided last, so that a rate per month or year is not rounded to a day's first.
  return percentOf(amount, interest.rate * days, length)
}

function discountOf(amount: Micros, discount: Discount, due: Day, day: Day, local?: LocalHolidays): Micros {
  if (discount.kind === 'Fixed') return firstFrom(discount.until, day)?.amount ?? 0n
  if (discount.kind === 'Percent') return percentOf(amount, firstFrom(discount.until, day)?.rate ?? 0n)
  const isBusiness = discount.kind.endsWith('BusinessDay')
  const days = BigInt(isBusiness ? businessDaysBetween(day, due, local) : daysBetween(day, due))
  const early = 'amount' in discount ? discount.amount * days : percentOf(amount, discount.rate * days)
  return early < amount ? early : amount
}

/** The discount of the first day that is not over. */
const firstFrom = <Row extends { day: Day }>(rows: readonly Row[], day: Day): Row | undefined =>
  rows.toSorted((a, b) => (a.day < b.day ? -1 : 1)).find(row => day <= row.day)
