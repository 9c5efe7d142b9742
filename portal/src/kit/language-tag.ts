export type Language = 'pt' | 'en'

/** The tag for `lang` and for `Intl`. */
export const tagOf = (language: Language): string => (language === 'pt' ? 'pt-BR' : 'en-GB')
