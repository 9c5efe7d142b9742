import { isStateOf, useStateWord } from '../kit/state-badge.tsx'
import { bilingual, useTexts } from '../kit/texts.ts'

const requestEvents = bilingual({
  pt: {
    PaymentRequestApproved: 'Solicitação aprovada',
    PaymentRequestRejected: 'Solicitação recusada',
    PaymentRequestCancelled: 'Solicitação cancelada',
  },
  en: {
    PaymentRequestApproved: 'Request approved',
    PaymentRequestRejected: 'Request rejected',
    PaymentRequestCancelled: 'Request cancelled',
  },
})

/** What a webhook event tells, in words: a state of the transaction, or a decision on its request. */
export function useToldWord() {
  const stateWord = useStateWord()
  const events: Record<string, string> = useTexts(requestEvents)
  return (tells: string): string =>
    isStateOf('transaction', tells) ? stateWord('transaction', tells) : (events[tells] ?? tells)
}
