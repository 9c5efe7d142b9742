import { type Day, businessDaysFrom, daysFrom, effectiveDueDay } from './calendar.ts'
import { type Centavos, parseCentavos } from './money.ts'

type Part = { modalidade: number; valorPerc: string }

/** When a charge is due and what it costs before and after, as the standard writes it. */
export type DueTerms = {
  dueDate: Day
  payableDays: number
  multa?: Part
  juros?: Part
  abatimento?: Part
  desconto?: { modalidade: number; valorPerc?: string; descontoDataFixa?: { data: Day; valorPerc: string }[] }
}

/** The names of the standard, too: how the amount of a day is made up. */
export type Components = Record<'original' | 'multa' | 'juros' | 'abatimento' | 'desconto', Centavos>

export const totalOf = ({ original, multa, juros, abatimento, desconto }: Components): Centavos =>
  original + multa + juros - abatimento - desconto

/** `0.99`, of an amount or of a hundred, in hundredths. */
const hundredths = (text = '0.00') => BigInt(parseCentavos(text) ?? 0)

/** A percentage of an amount for so many days of a period, half a centavo up. */
const percent = (amount: Centavos, rate: bigint, days = 1n, period = 1n): Centavos => {
  const divisor = 10_000n * period
  return Number((BigInt(amount) * rate * days * 2n + divisor) / (2n * divisor))
}

/** Days that a rate is for, by the modality of interest: a day, a month, a year, of the calendar and of business. */
const periods: Record<number, bigint> = { 2: 1n, 3: 30n, 4: 360n, 6: 1n, 7: 21n, 8: 252n }

/** What is owed on a day: simple interest. The standard leaves rounding and the length of a month to the bank. */
export function componentsOn(original: Centavos, terms: DueTerms, day: Day, municipality = ''): Components {
  const due = effectiveDueDay(terms.dueDate, municipality)
  const isLate = day > due
  const fixed = (part: Part | undefined) => {
    if (part === undefined) return 0
    const value = hundredths(part.valorPerc)
    return part.modalidade === 1 ? Number(value) : percent(original, value)
  }
  const between = (from: Day, until: Day, inBusinessDays: boolean) =>
    BigInt(inBusinessDays ? businessDaysFrom(from, until, municipality) : daysFrom(from, until))
  const interest = ({ modalidade, valorPerc }: Part) => {
    const days = between(due, day, modalidade > 4)
    const period = periods[modalidade]
    return period === undefined
      ? Number(hundredths(valorPerc) * days)
      : percent(original, hundredths(valorPerc), days, period)
  }
  const discount = ({ modalidade, valorPerc, descontoDataFixa = [] }: NonNullable<DueTerms['desconto']>) => {
    if (modalidade < 3) {
      const until = descontoDataFixa.toSorted((a, b) => (a.data < b.data ? -1 : 1)).find(({ data }) => day <= data)
      return fixed(until && { modalidade, valorPerc: until.valorPerc })
    }
    const days = between(day, due, modalidade % 2 === 0)
    const early = modalidade < 5 ? Number(hundredths(valorPerc) * days) : percent(original, hundredths(valorPerc), days)
    return Math.min(early, original)
  }
  return {
    original,
    multa: isLate ? fixed(terms.multa) : 0,
    juros: isLate && terms.juros ? interest(terms.juros) : 0,
    abatimento: fixed(terms.abatimento),
    desconto: !isLate && terms.desconto ? discount(terms.desconto) : 0,
  }
}
