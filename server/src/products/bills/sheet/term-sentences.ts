import { type Micros, formatReais, parseAmount } from '../../../platform/brazil/money.ts'
import { type Language, type Translated, inLanguage } from '../../../platform/http/languages.ts'
import type { DiscountKind, InterestKind, WholeBill } from '../bill.ts'
import { spellDay } from './texts.ts'

const sentences = {
  discountUntil: ['Desconto de {value} até {day}.', 'Discount of {value} until {day}.'],
  discountPerDay: ['Desconto de {value} {each} de antecipação.', 'Discount of {value} {each} early.'],
  rebate: ['Abatimento de {value}.', 'Rebate of {value}.'],
  fine: ['Após {day}, multa de {value}.', 'After {day}, a fine of {value}.'],
  interest: ['Após {day}, juros de {value} {each}.', 'After {day}, interest of {value} {each}.'],
  payableUntil: ['Não receber após {day}.', 'Not payable after {day}.'],
} as const satisfies Record<string, Translated>

const each = {
  AmountPerDay: ['por dia', 'per day'],
  AmountPerBusinessDay: ['por dia útil', 'per business day'],
  PercentPerDay: ['por dia', 'per day'],
  PercentPerBusinessDay: ['por dia útil', 'per business day'],
  PercentPerMonth: ['ao mês', 'per month'],
  PercentPerYear: ['ao ano', 'per year'],
  PercentPerDayInBusinessDays: ['ao dia, em dias úteis', 'per day, in business days'],
  PercentPerMonthInBusinessDays: ['ao mês, em dias úteis', 'per month, in business days'],
  PercentPerYearInBusinessDays: ['ao ano, em dias úteis', 'per year, in business days'],
} as const satisfies Record<InterestKind | Exclude<DiscountKind, 'Fixed' | 'Percent'>, Translated>

type Value = { amount?: string; rate?: string }

/** `R$ 10,50` or `2,5%`. */
function spellValue({ amount, rate }: Value, language: Language): string {
  if (rate === undefined) return spellAmount(parseAmount(amount ?? '0'), language)
  const short = rate.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  return `${language === 'pt' ? short.replace('.', ',') : short}%`
}

export const spellAmount = (amount: Micros, language: Language): string =>
  formatReais(amount, language).replace(' ', '\u00a0')

/** What is added and taken off by the day of payment, and until when it can be paid, a sentence each. */
export function termSentences(
  { terms: { fine, interest, rebate, discount }, onTimeUntil, payableUntil }: WholeBill,
  language: Language,
): string[] {
  const say = (key: keyof typeof sentences, values: Record<string, string>) =>
    inLanguage(sentences[key], language).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const value = (one: Value) => spellValue(one, language)
  const late = spellDay(onTimeUntil)
  const discounts =
    discount === null
      ? []
      : discount.kind === 'Fixed' || discount.kind === 'Percent'
        ? (discount.until ?? []).map(({ date, ...one }) =>
            say('discountUntil', { value: value(one), day: spellDay(date) }),
          )
        : [say('discountPerDay', { value: value(discount), each: inLanguage(each[discount.kind], language) })]
  return [
    ...discounts,
    ...(rebate === null ? [] : [say('rebate', { value: value(rebate) })]),
    ...(fine === null ? [] : [say('fine', { value: value(fine), day: late })]),
    ...(interest === null
      ? []
      : [say('interest', { value: value(interest), day: late, each: inLanguage(each[interest.kind], language) })]),
    say('payableUntil', { day: spellDay(payableUntil) }),
  ]
}
