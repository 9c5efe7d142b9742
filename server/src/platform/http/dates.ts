import type { Language } from './languages.ts'

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
