/** What pages are written in, Portuguese first. */
export const languages = ['pt', 'en'] as const
export type Language = (typeof languages)[number]

/** A text in each language, in the order of `languages`. */
export type Translated = readonly [pt: string, en: string]

export const inLanguage = (text: Translated, language: Language): string => text[languages.indexOf(language)] ?? ''

/** The name of a language for `lang` and `Content-Language`. */
export const languageTag = (language: Language): string => inLanguage(['pt-BR', 'en'], language)

export const otherLanguage = (language: Language): Language => (language === 'pt' ? 'en' : 'pt')

/** What was asked for; else whichever of the two the browser likes better; else Portuguese. */
export function chooseLanguage(asked: string | undefined, acceptLanguage = ''): Language {
  const known = languages.find(language => language === asked)
  if (known !== undefined) return known
  const liked = Array.from(acceptLanguage.matchAll(/(?:^|,)\s*(pt|en)\b[^,;]*(?:;\s*q=([\d.]+))?/gi))
    .map(([, language = '', quality = '1']) => ({ language: language.toLowerCase(), quality: Number(quality) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return liked[0]?.language === 'en' ? 'en' : 'pt'
}
