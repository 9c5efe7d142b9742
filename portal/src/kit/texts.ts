import type { Translated } from '../../../server/src/platform/http/languages.ts'
import { type Language, useLanguage } from './language.ts'

/** A text, or a text with something in it. */
type Word = string | ((...given: never[]) => string)

type SameKeys<Words> = { [Key in keyof Words]: Words[Key] extends string ? string : Words[Key] }

export type Texts<Words> = Record<Language, Words>

/** The words of a screen in both languages: one that lacks a key, or has one too many, does not compile. */
export const bilingual = <Words extends Record<string, Word>>(texts: {
  pt: Words
  en: NoInfer<SameKeys<Words>>
}): Texts<SameKeys<Words>> => texts as Texts<SameKeys<Words>>

/** Words of the server as those of a screen. */
export const textsOf = <Key extends string>(words: Record<Key, Translated>): Texts<Record<Key, string>> => {
  const inOne = (language: 0 | 1) =>
    Object.fromEntries(Object.entries<Translated>(words).map(([key, word]) => [key, word[language]]))
  return { pt: inOne(0), en: inOne(1) } as Texts<Record<Key, string>>
}

/** The keys of words, in their order. */
export const keysOf = <Key extends string>(words: Record<Key, unknown>): Key[] => Object.keys(words) as Key[]

export const useTexts = <Words>(texts: Texts<Words>): Words => texts[useLanguage()]
