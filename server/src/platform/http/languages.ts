/** What pages are written in, Portuguese first. */
export const languages = ['pt', 'en'] as const
export type Language = (typeof languages)[number]

/** A text in each language, in the order of `languages`. */
export type Translated = readonly [pt: string, en: string]

export const inLanguage = (text: Translated, language: Language): string => text[languages.indexOf(language)] ?? ''

/** The name of a language for `lang` and `Content-Language`. */
export const languageTag = (language: Language): string => inLanguage(['pt-BR', 'en'], language)

export const otherLanguage = (language: Language): Language => (language === 'pt' ? 'en' : 'pt')

/** The requested language; otherwise the one the browser prefers; otherwise Portuguese. */
export function chooseLanguage(requested: string | undefined, acceptLanguage = ''): Language {
  const known = languages.find(language => language === requested)
  if (known !== undefined) return known
  const liked = Array.from(acceptLanguage.matchAll(/(?:^|,)\s*(pt|en)\b[^,;]*(?:;\s*q=([\d.]+))?/gi))
    .map(([, language = '', quality = '1']) => ({ language: language.toLowerCase(), quality: Number(quality) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return liked[0]?.language === 'en' ? 'en' : 'pt'
}

/** What every page and paper of a sandbox says, so that nobody takes it for a payment. */
export const testMark = (language: Language): string => inLanguage(['TESTE — sem valor', 'TEST — no value'], language)

const locales = { pt: 'pt-BR', en: 'en-GB' } as const
const formatted = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[language], { timeZone: 'America/Sao_Paulo', ...options })

const dates = {
  pt: formatted('pt', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
  en: formatted('en', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
}
const times = {
  pt: formatted('pt', { hour: '2-digit', minute: '2-digit' }),
  en: formatted('en', { hour: '2-digit', minute: '2-digit' }),
}

/** Dates as payers read them, in Brasília time. */
export const formatDate = (date: Date, language: Language): string => dates[language].format(date)
export const formatTime = (date: Date, language: Language): string => times[language].format(date)
