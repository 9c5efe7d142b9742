import { exceptionActWords } from '../../../server/src/exceptions/words.ts'
import type { Translated } from '../../../server/src/http/languages.ts'
import { formatMoney } from '../kit/format-money.ts'
import { useLanguage } from '../kit/language.ts'
import { isStateOf, useStateWord } from '../kit/state-badge.tsx'
import { useTexts } from '../kit/texts.ts'
import type { EndForm, ExceptionItem } from './api.ts'
import { exceptionTexts } from './exception-texts.ts'

/** What a bank said and what we expected, in words. What is none of these is shown as it was written down. */
export function useBankWords() {
  const words = useTexts(exceptionTexts)
  const language = useLanguage()
  const stateWord = useStateWord()
  const stateOf = (state: string) => (isStateOf('transaction', state) ? stateWord('transaction', state) : state)
  const known: [RegExp, (part: string) => string][] = [
    [/^the payment is (\w+)$/, state => words.paymentIs(stateOf(state))],
    [/^an end$/, () => words.anEnd],
    [/^the payment goes back$/, () => words.goesBack],
    [/^paid, (.+)$/, words.paidAs],
    [/^refused: (.+)$/, words.refused],
    [/^returned$/, () => words.returned],
    [/^returned: (.+)$/, words.returnedFor],
    [/^received (\d[\d.]*)$/, amount => words.receivedSum(formatMoney(amount, language))],
    [/^returned (\d[\d.]*)$/, amount => words.returnedSum(formatMoney(amount, language))],
    [/^sent (\d[\d.]*)$/, amount => words.sentSum(formatMoney(amount, language))],
    [/^nothing received$/, () => words.nothingReceived],
    [/^nothing sent$/, () => words.nothingSent],
    [/^nothing that ends it, after (\d+) questions$/, words.nothing],
  ]
  return (text: string): string => {
    for (const [pattern, say] of known) {
      const found = pattern.exec(text)
      if (found !== null) return say(found[1] ?? '')
    }
    return text
  }
}

type ActWords = { name: Translated; does: Translated }

/** What an act is called on an exception of this kind, and what it does to the money. */
export function useActWords() {
  const at = useLanguage() === 'pt' ? 0 : 1
  return ({ kind }: Pick<ExceptionItem, 'kind'>, act: EndForm['act']) => {
    const acts: Partial<Record<EndForm['act'], ActWords>> = exceptionActWords[kind]
    const words = acts[act]
    return { name: words?.name[at] ?? act, does: words?.does[at] ?? '' }
  }
}
