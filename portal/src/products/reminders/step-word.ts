import { useTexts } from '../../kit/texts.ts'
import { reminderTexts } from './texts.ts'

/** A step of the plan in words: `3 dias antes`. */
export function useStepWord() {
  const words = useTexts(reminderTexts)
  return (days: number | null): string => {
    if (days === null) return words.byPerson
    if (days === 0) return words.onDay
    return days < 0 ? words.before(-days) : words.after(days)
  }
}
