import type { Language } from './language.ts'

/** The tag for `lang` and for `Intl`. */
export const tagOf = (language: Language): string => (language === 'pt' ? 'pt-BR' : 'en-GB')
