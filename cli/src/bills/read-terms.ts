import type { CreateBill } from '@trilho/sdk'
import { wrongUsage } from '../command-line/failure.ts'
import { readAmount } from '../terminal/words.ts'

type Share = NonNullable<CreateBill['fine']>
type Interest = NonNullable<CreateBill['interest']>
type Discount = NonNullable<CreateBill['discount']>

/** `2%` or `10.50`. */
function readValue(typed: string): { rate: string } | { amount: string } {
  const [, rate] = /^(\d{1,3}(?:[.,]\d{1,2})?)%$/.exec(typed.trim()) ?? []
  return rate === undefined ? { amount: readAmount(typed.trim()) } : { rate: rate.replace(',', '.') }
}

export function readShare(typed: string): Share {
  const value = readValue(typed)
  return { kind: 'rate' in value ? 'Percent' : 'Fixed', ...value }
}

/** What follows the `/` of a rate, and of an amount. */
const rates = {
  day: 'PercentPerDay',
  month: 'PercentPerMonth',
  year: 'PercentPerYear',
  'business-day': 'PercentPerDayInBusinessDays',
  'business-month': 'PercentPerMonthInBusinessDays',
  'business-year': 'PercentPerYearInBusinessDays',
} as const
const amounts = { day: 'AmountPerDay', 'business-day': 'AmountPerBusinessDay' } as const
const earlyRates = { day: 'PercentPerDay', 'business-day': 'PercentPerBusinessDay' } as const

const kindIn = <Kind>(kinds: { [pace: string]: Kind }, typed: string, pace: string): Kind => {
  const kind = kinds[pace]
  if (kind === undefined)
    throw wrongUsage(`"${typed}" does not say how often.`, `After the slash: ${Object.keys(kinds).join(', ')}.`)
  return kind
}

/** `1%/month`, `0.50/day`, `0.03%/business-day`. */
export function readInterest(typed: string): Interest {
  const [number = '', pace = ''] = typed.split('/')
  const value = readValue(number)
  return 'rate' in value
    ? { kind: kindIn(rates, typed, pace), ...value }
    : { kind: kindIn(amounts, typed, pace), ...value }
}

/** `5%:2026-12-01,2%:2026-12-05`, `10:2026-12-01`, `0.10/day`. */
export function readDiscount(typed: string): Discount {
  const [number = '', pace] = typed.split('/')
  if (pace !== undefined) {
    const value = readValue(number)
    return 'rate' in value
      ? { kind: kindIn(earlyRates, typed, pace), ...value }
      : { kind: kindIn(amounts, typed, pace), ...value }
  }
  const until = typed.split(',').map(part => {
    const [of = '', date] = part.split(':')
    if (date === undefined)
      throw wrongUsage(`"${part}" has no day.`, 'For example --discount 5%:2026-12-01, or 0.10/day.')
    return { date, ...readValue(of) }
  })
  return { kind: until.some(one => 'rate' in one) ? 'Percent' : 'Fixed', until }
}
