import { exceptionActWords, spellFact } from '../../../../server/src/operations/exceptions/words.ts'
import type { Translated } from '../../../../server/src/platform/http/languages.ts'
import { formatMoney } from '../../kit/format-money.ts'
import { useLanguage } from '../../kit/language.ts'
import { isStateOf, useStateWord } from '../../kit/state-badge.tsx'
import type { EndForm, ExceptionItem, FactView } from './api.ts'

/** What a bank said and what we expected, in words: states and amounts are spelled as everywhere on the screen. */
export function useFactWords() {
  const language = useLanguage()
  const stateWord = useStateWord()
  function valueOf({ code, value }: FactView): string | null {
    if (value === null) return null
    if (code.startsWith('amount')) return formatMoney(value, language)
    return code === 'paymentIs' && isStateOf('transaction', value) ? stateWord('transaction', value) : value
  }
  return (fact: FactView): string => spellFact({ ...fact, value: valueOf(fact) }, language)
}

type ActWords = { name: Translated; does: Translated }

/** What an act is called on an exception of this kind, and what it does to the money. */
export function useActWords() {
  const at = useLanguage() === 'pt' ? 0 : 1
  return ({ kind }: Pick<ExceptionItem, 'kind'>, act: EndForm['act']) => {
    const actions: Partial<Record<EndForm['act'], ActWords>> = exceptionActWords[kind]
    const words = actions[act]
    return { name: words?.name[at] ?? act, does: words?.does[at] ?? '' }
  }
}
