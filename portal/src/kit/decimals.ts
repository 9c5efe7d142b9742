import { type Language, tagOf } from './language.ts'
import { parseMoney } from './money.tsx'

/** What a person types in the language of the screen, as the API wants it, zero too; null when it is no number. */
export const parseDecimal = (typed: string): string | null =>
  /^\s*0+(?:[.,]0+)?\s*$/.test(typed) ? '0' : parseMoney(typed)

/** `12345` → `12.345`. */
export const formatCount = (count: number, language: Language): string => count.toLocaleString(tagOf(language))

/** Where the server stops counting. */
const mostCounted = 100_000

export const counted = (count: number, language: Language): string =>
  formatCount(count, language) + (count >= mostCounted ? '+' : '')
