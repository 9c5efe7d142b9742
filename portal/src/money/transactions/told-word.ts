import { eventWords } from '../../kit/event-words.ts'
import { isStateOf, useStateWord } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'

/** What a webhook event tells, in words: a state of the transaction, or a decision on its request. */
export function useToldWord() {
  const stateWord = useStateWord()
  const events: Record<string, string> = useTexts(eventWords)
  return (tells: string): string =>
    isStateOf('transaction', tells) ? stateWord('transaction', tells) : (events[tells] ?? tells)
}
