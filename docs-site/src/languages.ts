import { readJson } from './read-json.ts'

/** The languages of the pages, Portuguese first. */
export const languages = ['pt', 'en'] as const
export type Language = (typeof languages)[number]

/** A text in each language, in the order of `languages`. */
export type Translated = readonly [pt: string, en: string]

export const inLanguage = (text: Translated, language: Language): string => text[languages.indexOf(language)] ?? ''

/** The value of `lang` attributes. */
export const languageTag = (language: Language): string => inLanguage(['pt-BR', 'en'], language)

export const otherLanguage = (language: Language): Language => (language === 'pt' ? 'en' : 'pt')

/** The texts of openapi.json and errors.json, English → Portuguese. A test compares it with what the pages say. */
export const portuguese = readJson('src/portuguese.json') as Record<string, string>

/** Translates a text of openapi.json; `used` collects what was asked for. */
export const translator =
  (language: Language, used?: Set<string>) =>
  (text: string): string => {
    used?.add(text)
    return language === 'en' ? text : (portuguese[text] ?? text)
  }
