import { type Micros, formatAmountShort, parseAmount } from '../../platform/brazil/money.ts'
import type { Day } from '../../platform/brazil/sao-paulo.ts'
import { InvalidRequest, type Problem, missing } from '../../platform/http/errors.ts'
import type { Discount, DueTerms, FixedOrPercent, Interest } from '../../money/rails/due-terms.ts'
import { amountDue } from './amount-due.ts'
import type { BillLine, DiscountForm, InterestForm, Share, TermsForm, WholeBill } from './bill.ts'

/** All that decides what a bill amounts to, as the request says it. */
export type BillForm = TermsForm & {
  amount: Micros
  dueDate: Day
  payableDaysAfterDue: number
  lines: BillLine[] | null
}

const wrong = (path: string, message: string): Problem => ({ path, code: 'invalid', message, info: {} })

const cent: Micros = 10_000n
const wholePercent = 100_000_000n

type Valued = { kind: string; amount?: string | undefined; rate?: string | undefined }

const takesRate = (kind: string) => kind.startsWith('Percent')

/** Every amount comes with a kind of amounts, every rate with a kind of rates. */
function problemsOf(path: string, kind: string, { amount, rate }: Omit<Valued, 'kind'>): Problem[] {
  const [needed, other] = takesRate(kind) ? (['rate', 'amount'] as const) : (['amount', 'rate'] as const)
  const given = { amount, rate }
  return [
    ...(given[needed] === undefined ? [missing(path, needed)] : []),
    ...(given[other] === undefined ? [] : [wrong(`${path}/${other}`, `must not be sent with ${kind}`)]),
    ...(amount === undefined ? [] : centProblems(`${path}/amount`, amount)),
    ...(rate !== undefined && isZero(rate) ? [wrong(`${path}/rate`, 'must be more than 0')] : []),
  ]
}

const centProblems = (path: string, amount: string): Problem[] =>
  parseAmount(amount) % cent === 0n ? [] : [wrong(path, 'must be in whole centavos')]

/** The schema of rates lets zero pass: other languages cannot read a pattern that does not. */
const isZero = (rate: string) => /^[0.]+$/.test(rate)

/** What is taken off leaves something to be paid. */
function tooMuch(path: string, kind: string, { amount, rate }: Omit<Valued, 'kind'>, original: Micros): Problem[] {
  if (takesRate(kind) && rate !== undefined && !isZero(rate) && parseAmount(rate) >= wholePercent)
    return [wrong(`${path}/rate`, 'must be less than 100')]
  if (!takesRate(kind) && amount !== undefined && parseAmount(amount) >= original)
    return [wrong(`${path}/amount`, "must be less than the bill's amount")]
  return []
}

const dated = ({ kind }: DiscountForm) => kind === 'Fixed' || kind === 'Percent'

function discountProblems(discount: DiscountForm, { amount, dueDate }: BillForm): Problem[] {
  const { kind, until, ...value } = discount
  const path = '/discount'
  if (!dated(discount))
    return [
      ...problemsOf(path, kind, value),
      ...(until === undefined ? [] : [wrong(`${path}/until`, `must not be sent with ${kind}`)]),
      ...tooMuch(path, kind, value, amount),
    ]
  const days = until ?? []
  return [
    ...(until === undefined ? [missing(path, 'until')] : []),
    ...(['amount', 'rate'] as const).flatMap(field =>
      value[field] === undefined ? [] : [wrong(`${path}/${field}`, `must be in until, with a date, for ${kind}`)],
    ),
    ...days.flatMap(({ date, ...one }, i) => {
      const at = `${path}/until/${i}`
      return [
        ...problemsOf(at, kind, one),
        ...tooMuch(at, kind, one, amount),
        ...(date > dueDate ? [wrong(`${at}/date`, 'must not be after dueDate')] : []),
        ...(days.findIndex(other => other.date === date) < i ? [wrong(`${at}/date`, 'is there twice')] : []),
      ]
    }),
  ]
}

/** The terms of a bill. All that is wrong with them is reported at once. */
export function readTerms(form: BillForm): DueTerms {
  const problems = problemsOfTerms(form)
  if (problems.length > 0) throw new InvalidRequest(problems)
  return termsOf(form)
}

export function problemsOfTerms(form: BillForm): Problem[] {
  const { amount, fine, interest, rebate, discount, lines } = form
  const sum = (lines ?? []).reduce((total, line) => total + parseAmount(line.amount), 0n)
  return [
    ...(amount % cent === 0n ? [] : [wrong('/amount', 'must be in whole centavos')]),
    ...(fine === null ? [] : problemsOf('/fine', fine.kind, fine)),
    ...(interest === null ? [] : problemsOf('/interest', interest.kind, interest)),
    ...(rebate === null
      ? []
      : [...problemsOf('/rebate', rebate.kind, rebate), ...tooMuch('/rebate', rebate.kind, rebate, amount)]),
    ...(discount === null ? [] : discountProblems(discount, form)),
    ...(lines === null || sum === amount
      ? []
      : [wrong('/lines', `must add up to the amount, not to ${formatAmountShort(sum)}`)]),
  ]
}

/** The same of a form that was checked before. */
export const termsOf = (form: Omit<BillForm, 'lines'>): DueTerms => ({
  amount: form.amount,
  dueDate: form.dueDate,
  payableDaysAfterDue: form.payableDaysAfterDue,
  fine: form.fine && shareOf(form.fine),
  interest: form.interest && interestOf(form.interest),
  rebate: form.rebate && shareOf(form.rebate),
  discount: form.discount && discountOf(form.discount),
})

/** The terms of a stored bill. */
export const storedTermsOf = ({
  amount,
  dueDate,
  payableDaysAfterDue,
  terms: { fine, interest, rebate, discount },
}: Pick<WholeBill, 'amount' | 'dueDate' | 'payableDaysAfterDue' | 'terms'>): DueTerms =>
  termsOf({ amount, dueDate, payableDaysAfterDue, fine, interest, rebate, discount })

/** Terms that leave nothing to be paid on a day; `today` is the first on which it can be paid. */
function nothingDue(terms: DueTerms, today: Day): Problem[] {
  const days = [
    today,
    ...(terms.discount !== null && 'until' in terms.discount ? terms.discount.until : []).map(u => u.day),
  ]
  const free = days.find(day => day >= today && amountDue(terms, day).total <= 0n)
  return free === undefined ? [] : [wrong('/discount', `leaves nothing to be paid on ${free}`)]
}

/** A bill that would be due before the day on which it is made or changed. */
export const pastDue = (dueDate: Day, today: Day): Problem[] =>
  dueDate < today ? [wrong('/dueDate', `must not be before today, ${today}`)] : []

/** Refuses what cannot be billed today. `day` must not be over. */
export function refuseToday(terms: DueTerms, today: Day, day: Day = terms.dueDate): void {
  const problems = [...pastDue(day, today), ...nothingDue(terms, today)]
  if (problems.length > 0) throw new InvalidRequest(problems)
}

const valueOf = (value: { amount?: string | undefined; rate?: string | undefined }): bigint =>
  parseAmount(value.amount ?? value.rate ?? '')

const shareOf = ({ kind, ...value }: Share): FixedOrPercent =>
  kind === 'Fixed' ? { kind, amount: valueOf(value) } : { kind, rate: valueOf(value) }

const interestOf = ({ kind, ...value }: InterestForm): Interest =>
  kind === 'AmountPerDay' || kind === 'AmountPerBusinessDay'
    ? { kind, amount: valueOf(value) }
    : { kind, rate: valueOf(value) }

function discountOf({ kind, until = [], ...value }: DiscountForm): Discount {
  switch (kind) {
    case 'Fixed':
      return { kind, until: until.map(({ date: day, ...one }) => ({ day, amount: valueOf(one) })) }
    case 'Percent':
      return { kind, until: until.map(({ date: day, ...one }) => ({ day, rate: valueOf(one) })) }
    case 'AmountPerDay':
    case 'AmountPerBusinessDay':
      return { kind, amount: valueOf(value) }
    case 'PercentPerDay':
    case 'PercentPerBusinessDay':
      return { kind, rate: valueOf(value) }
  }
}
