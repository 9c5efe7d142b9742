import { type Language, useLanguage } from './language.ts'

/** A text, or a text with something in it. */
type Word = string | ((...given: never[]) => string)

/** The text in Portuguese and in English; of a text with something in it both are given the same. */
export type Pair<Of> = readonly [pt: Of, en: NoInfer<Of extends string ? string : Of>]

export type Texts<Words> = Record<Language, Words>

/** The words of a screen, or words of the server, in both languages: one without its translation does not compile. */
export function bilingual<Words extends Record<string, Word>>(
  pairs: {
    [Key in keyof Words]: Pair<Words[Key]>
  },
): Texts<{ [Key in keyof Words]: Words[Key] extends string ? string : Words[Key] }> {
  const inOne = (place: 0 | 1) =>
    Object.fromEntries(Object.entries<Pair<Word>>(pairs).map(([key, pair]) => [key, pair[place]]))
  return { pt: inOne(0), en: inOne(1) } as ReturnType<typeof bilingual<Words>>
}

/** The keys of words, in their order. */
export const keysOf = <Key extends string>(words: Record<Key, unknown>): Key[] => Object.keys(words) as Key[]

/** One text, where there is no table of them. */
export const inLanguage = ([pt, en]: Pair<string>, language: Language): string => (language === 'pt' ? pt : en)

export const useTexts = <Words>(texts: Texts<Words>): Words => texts[useLanguage()]
