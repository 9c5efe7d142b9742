import { useTexts } from '../kit/texts.ts'
import { useToldWord } from '../transactions/told-word.ts'
import type { DeliveryItem } from './api.ts'
import { webhookTexts } from './texts.ts'

/** What an event tells, in words. */
export function useEventWord() {
  const words = useTexts(webhookTexts)
  const toldWord = useToldWord()
  return ({ event, transactionState }: Pick<DeliveryItem, 'event' | 'transactionState'>): string =>
    event === 'Test' ? words.testEvent : toldWord(event ?? transactionState ?? '')
}
