import { formatPercent } from '../../kit/format-percent.ts'
import { formatWhen, noonOf } from '../../kit/format-when.ts'
import { type Language, useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import type { BillView } from './api.ts'
import { perTexts } from './texts.ts'

type Term = NonNullable<BillView['fine'] | BillView['interest'] | BillView['discount']>

export const spellDay = (day: string, language: Language): string => formatWhen(noonOf(day), language, 'date')

/** `2%`, `R$ 5,00 por dia`, `R$ 5,00 até 1 mar 2027`. */
function spellTerm(term: Term, language: Language): string {
  const words = perTexts[language]
  const number = ({ amount, rate }: { amount?: string; rate?: string }) =>
    rate === undefined ? formatMoney(amount ?? '0', language) : formatPercent(rate, language)
  const days = 'until' in term ? term.until : undefined
  if (days !== undefined)
    return days.map(({ date, ...value }) => `${number(value)} ${words.until} ${spellDay(date, language)}`).join('; ')
  return `${number(term)} ${words[term.kind]}`.trim()
}

export function useTermWord() {
  const language = useLanguage()
  return (term: Term | null): string | null => (term === null ? null : spellTerm(term, language))
}
