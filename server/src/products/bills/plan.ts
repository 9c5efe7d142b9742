import { type Micros, formatAmountShort } from '../../platform/brazil/money.ts'
import { type Day, addDays } from '../../platform/brazil/sao-paulo.ts'
import { InvalidRequest, type Problem } from '../../platform/http/errors.ts'

/** What an amount that does not divide leaves over is on the first or the last bill. */
export const differencePlaces = ['first', 'last'] as const
export type DifferencePlace = (typeof differencePlaces)[number]

export type PlanAmounts = {
  count: number
  amount: Micros
  firstAmount: Micros | null
  lastAmount: Micros | null
  differenceOn: DifferencePlace | null
}

const cent: Micros = 10_000n

const wrong = (path: string, message: string): Problem => ({ path, code: 'invalid', message, info: {} })

/** The amounts of the bills of a plan, which add up to its amount. All that is wrong with them is reported at once. */
export function splitAmount({ count, amount, firstAmount, lastAmount, differenceOn }: PlanAmounts): Micros[] {
  const own = firstAmount ?? lastAmount
  const [field, opposite] =
    firstAmount === null ? (['lastAmount', 'last'] as const) : (['firstAmount', 'first'] as const)
  const equalCount = BigInt(own === null ? count : count - 1)
  const rest = amount - (own ?? 0n)
  const isEnough = rest >= equalCount * cent
  const problems = [
    ...centProblems('/amount', amount),
    ...(firstAmount === null ? [] : centProblems('/firstAmount', firstAmount)),
    ...(lastAmount === null ? [] : centProblems('/lastAmount', lastAmount)),
    ...(firstAmount !== null && lastAmount !== null
      ? [wrong('/lastAmount', 'must not be sent together with firstAmount')]
      : []),
    ...(own !== null && differenceOn === opposite
      ? [wrong('/differenceOn', `must not be ${opposite} together with ${field}`)]
      : []),
    ...(isEnough
      ? []
      : own === null
        ? [wrong('/amount', `must be at least ${formatAmountShort(equalCount * cent)}: a centavo for each bill`)]
        : [wrong(`/${field}`, 'must leave at least a centavo for each other bill')]),
  ]
  if (problems.length > 0) throw new InvalidRequest(problems)
  const each = (rest / cent / equalCount) * cent
  const amounts = Array.from({ length: Number(equalCount) }, () => each)
  const isOnFirst = own === null ? differenceOn === 'first' : firstAmount === null
  const place = isOnFirst ? 0 : amounts.length - 1
  amounts[place] = each + rest - each * equalCount
  if (own === null) return amounts
  return firstAmount === null ? [...amounts, own] : [own, ...amounts]
}

const centProblems = (path: string, amount: Micros): Problem[] =>
  amount % cent === 0n ? [] : [wrong(path, 'must be in whole centavos')]

/** The first day, then that day of every month; in a month without it, the last. */
export function monthlyDays(first: Day, dayOfMonth: number | null, count: number): Day[] {
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number)
  const requestedDay = dayOfMonth ?? day
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return first
    const monthStart = dayText(year, month + i)
    const last = Number(addDays(dayText(year, month + i + 1), -1).slice(8))
    return addDays(monthStart, Math.min(requestedDay, last) - 1)
  })
}

/** The first day of a month, whose number may be above 12. */
const dayText = (year: number, month: number): Day => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
