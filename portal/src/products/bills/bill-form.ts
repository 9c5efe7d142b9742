import { dayOf, noonOf } from '../../kit/format-when.ts'
import type { Language } from '../../kit/language.ts'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { onceId } from '../../kit/once-id.ts'
import type { BillView, PreviewForm } from './api.ts'
import type { billFormTexts } from './texts.ts'

export const shareKinds = ['Percent', 'Fixed'] as const
export const interestKinds = [
  'PercentPerMonth',
  'PercentPerDay',
  'PercentPerYear',
  'AmountPerDay',
  'AmountPerBusinessDay',
  'PercentPerDayInBusinessDays',
  'PercentPerMonthInBusinessDays',
  'PercentPerYearInBusinessDays',
] as const
export const discountKinds = [
  'Fixed',
  'Percent',
  'AmountPerDay',
  'AmountPerBusinessDay',
  'PercentPerDay',
  'PercentPerBusinessDay',
] as const

type Kind<Of extends string> = Of | 'None'
/** `id` keeps the row while others are removed. */
type UntilRow = { id: string; date: string; value: string }

/** What is typed about the amount of a bill. */
export type TermsValues = {
  amount: string
  dueDate: string
  description: string
  payableDays: string
  fineKind: Kind<(typeof shareKinds)[number]>
  fineValue: string
  interestKind: Kind<(typeof interestKinds)[number]>
  interestValue: string
  rebateKind: Kind<(typeof shareKinds)[number]>
  rebateValue: string
  discountKind: Kind<(typeof discountKinds)[number]>
  discountValue: string
  until: UntilRow[]
}

export const addDays = (day: string, count: number): string =>
  dayOf(new Date(Date.parse(noonOf(day)) + count * 86_400_000))

export const isPercent = (kind: string) => kind.startsWith('Percent')
export const hasDates = (kind: string) => kind === 'Fixed' || kind === 'Percent'
export const newUntil = (date: string): UntilRow => ({ id: onceId(), date, value: '' })

export const newTerms = (today: string): TermsValues => ({
  amount: '',
  dueDate: addDays(today, 7),
  description: '',
  payableDays: '30',
  fineKind: 'None',
  fineValue: '',
  interestKind: 'None',
  interestValue: '',
  rebateKind: 'None',
  rebateValue: '',
  discountKind: 'None',
  discountValue: '',
  until: [],
})

export function termsValuesOf(bill: BillView, language: Language): TermsValues {
  const typed = (term: { amount?: string; rate?: string } | null) => {
    const number = term?.rate ?? term?.amount
    return number === undefined ? '' : typedMoney(number, language)
  }
  return {
    amount: typedMoney(bill.amount, language),
    dueDate: bill.dueDate,
    description: bill.description ?? '',
    payableDays: String(bill.payableDaysAfterDue),
    fineKind: bill.fine?.kind ?? 'None',
    fineValue: typed(bill.fine),
    interestKind: bill.interest?.kind ?? 'None',
    interestValue: typed(bill.interest),
    rebateKind: bill.rebate?.kind ?? 'None',
    rebateValue: typed(bill.rebate),
    discountKind: bill.discount?.kind ?? 'None',
    discountValue: typed(bill.discount),
    until: (bill.discount?.until ?? []).map(({ date, ...value }) => ({ id: onceId(), date, value: typed(value) })),
  }
}

const isRate = (typed: string) => /^\d{1,3}(?:\.\d{1,2})?$/.test(parseMoney(typed) ?? '')

/** The checks of the fields; the API has the last word. `firstDay`: the earliest due date. */
export function termsRules(words: (typeof billFormTexts)['pt'], firstDay: string) {
  const number = (kind: string, typed: string) => {
    if (kind === 'None') return null
    if (isPercent(kind)) return isRate(typed) ? null : words.rateWrong
    return parseMoney(typed) === null ? words.amountWrong : null
  }
  return {
    amount: (typed: string) => (parseMoney(typed) === null ? words.amountWrong : null),
    dueDate: (day: string) => (day < firstDay ? words.dueWrong : null),
    payableDays: (typed: string) =>
      /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 365 ? null : words.payableDaysWrong,
    fineValue: (typed: string, { fineKind }: TermsValues) => number(fineKind, typed),
    interestValue: (typed: string, { interestKind }: TermsValues) => number(interestKind, typed),
    rebateValue: (typed: string, { rebateKind }: TermsValues) => number(rebateKind, typed),
    discountValue: (typed: string, { discountKind }: TermsValues) =>
      hasDates(discountKind) ? null : number(discountKind, typed),
    until: {
      date: (day: string, { discountKind, dueDate }: TermsValues) =>
        hasDates(discountKind) && (day === '' || day > dueDate) ? words.untilWrong : null,
      value: (typed: string, { discountKind }: TermsValues) =>
        hasDates(discountKind) ? number(discountKind, typed) : null,
    },
  }
}

const valueOf = (kind: string, typed: string) => {
  const number = parseMoney(typed) ?? ''
  return isPercent(kind) ? { rate: number } : { amount: number }
}

export type Terms = Pick<
  BillView,
  'amount' | 'dueDate' | 'payableDaysAfterDue' | 'fine' | 'interest' | 'rebate' | 'discount'
>

/** The terms as the API takes them; null: none. */
export function termsOf(values: TermsValues): Terms {
  const { fineKind, interestKind, rebateKind, discountKind, until } = values
  return {
    amount: parseMoney(values.amount) ?? '',
    dueDate: values.dueDate,
    payableDaysAfterDue: Number(values.payableDays),
    fine: fineKind === 'None' ? null : { kind: fineKind, ...valueOf(fineKind, values.fineValue) },
    interest: interestKind === 'None' ? null : { kind: interestKind, ...valueOf(interestKind, values.interestValue) },
    rebate: rebateKind === 'None' ? null : { kind: rebateKind, ...valueOf(rebateKind, values.rebateValue) },
    discount:
      discountKind === 'None'
        ? null
        : hasDates(discountKind)
          ? {
              kind: discountKind,
              until: until.map(({ date, value }) => ({ date, ...valueOf(discountKind, value) })),
            }
          : { kind: discountKind, ...valueOf(discountKind, values.discountValue) },
  }
}

/** The same for a new bill or a preview, where what there is not is left out. */
export function givenTerms({ fine, interest, rebate, discount, ...rest }: Terms): Omit<PreviewForm, 'days'> {
  return {
    ...rest,
    ...(fine && { fine }),
    ...(interest && { interest }),
    ...(rebate && { rebate }),
    ...(discount && { discount }),
  }
}

/** Where the form shows what the API finds wrong. */
export const termsFields: Record<string, string> = {
  payableDaysAfterDue: 'payableDays',
  ...Object.fromEntries(
    ['fine', 'interest', 'rebate', 'discount'].flatMap(term =>
      [term, `${term}.rate`, `${term}.amount`].map(field => [field, `${term}Value`]),
    ),
  ),
  ...Object.fromEntries(
    [0, 1, 2].flatMap(row => [
      [`discount.until.${row}.date`, `until.${row}.date`],
      [`discount.until.${row}.rate`, `until.${row}.value`],
      [`discount.until.${row}.amount`, `until.${row}.value`],
    ]),
  ),
}
