import { causeWords } from '../../../../server/src/money/transactions/words.ts'
import { textsOf, useTexts } from '../../kit/texts.ts'

const causeTexts = textsOf(causeWords)

/** Why a payment or a refund did not happen, in words; a bank's own code where it is none of ours. */
export function useCauseWord() {
  const words: Record<string, string> = useTexts(causeTexts)
  return (cause: string): string => words[cause] ?? cause
}
