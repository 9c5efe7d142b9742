import { causeWords } from '../../../../server/src/money/transactions/words.ts'
import { bilingual, useTexts } from '../../kit/texts.ts'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import type { TransactionView } from './api.ts'
import { transactionTexts } from './texts.ts'
import { eventWords } from '../../kit/event-words.ts'
import { isStateOf, useStateWord } from '../../kit/state-badge.tsx'

const causeTexts = bilingual(causeWords)

/** Why a payment or a refund did not happen, in words; a bank's own code where it is none of ours. */
export function useCauseWord() {
  const words: Record<string, string> = useTexts(causeTexts)
  return (cause: string): string => words[cause] ?? cause
}

/** Money that came for a charge and could not be credited to it: how much, and why not. */
export function useUnmatchedWord({ askedAmount }: Pick<TransactionView, 'askedAmount'>) {
  const words = useTexts(transactionTexts)
  const language = useLanguage()
  return ({ reason, amount }: TransactionView['unmatched'][number]): string => {
    const paid = formatMoney(amount, language)
    if (reason === 'WrongAmount') return words.unmatchedWrongAmount(paid, formatMoney(askedAmount, language))
    if (reason === 'WrongPayer') return words.unmatchedWrongPayer(paid)
    return reason === 'SecondPayment' ? words.unmatchedSecondPayment(paid) : words.unmatchedAfterEnd(paid)
  }
}

/** What a webhook event reports, in words: a state of the transaction, or a decision on its request. */
export function useWebhookWord() {
  const stateWord = useStateWord()
  const events: Record<string, string> = useTexts(eventWords)
  return (event: string): string =>
    isStateOf('transaction', event) ? stateWord('transaction', event) : (events[event] ?? event)
}
