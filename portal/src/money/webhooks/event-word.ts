import { eventWords } from '../../kit/event-words.ts'
import { useTexts } from '../../kit/texts.ts'
import type { DeliveryItem } from './api.ts'

export function useEventWord() {
  const words: Record<string, string> = useTexts(eventWords)
  return ({ event, transactionState }: Pick<DeliveryItem, 'event' | 'transactionState'>): string => {
    const name = event ?? transactionState ?? ''
    return words[name] ?? name
  }
}
