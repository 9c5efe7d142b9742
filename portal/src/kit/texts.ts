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

export const useTexts = <Words>(texts: Texts<Words>): Words => texts[useLanguage()]
