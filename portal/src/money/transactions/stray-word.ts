import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { TransactionView } from './api.ts'
import { transactionTexts } from './transaction-texts.ts'

/** Money that came for a charge and could not be credited to it: how much, and why not. */
export function useStrayWord({ askedAmount }: Pick<TransactionView, 'askedAmount'>) {
  const words = useTexts(transactionTexts)
  const language = useLanguage()
  return ({ reason, amount }: TransactionView['strays'][number]): string => {
    const paid = formatMoney(amount, language)
    if (reason === 'WrongAmount') return words.strayWrongAmount(paid, formatMoney(askedAmount, language))
    return reason === 'SecondPayment' ? words.straySecondPayment(paid) : words.strayAfterEnd(paid)
  }
}
