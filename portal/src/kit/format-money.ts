import type { Language } from './language.ts'

const separators = { pt: ['.', ','], en: [',', '.'] } as const

/** An amount of the API as a person types it, without its sign: `1234.560000` → `1.234,56`. The inverse of `readMoney`. */
export function typedMoney(amount: string, language: Language): string {
  const [thousands, decimals] = separators[language]
  const [, whole = '0', fraction = ''] = /^-?0*(\d+)(?:\.(\d*))?$/.exec(amount.trim()) ?? []
  const needed = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, thousands)}${decimals}${needed}`
}

/** `1234.560000` → `R$ 1.234,56`; more than two decimals only if the value needs them. Text in, text out: no floats. */
export const formatMoney = (amount: string, language: Language): string =>
  `${amount.trim().startsWith('-') ? '-' : ''}R$ ${typedMoney(amount, language)}`

export const isNegative = (amount: string): boolean => amount.startsWith('-') && /[1-9]/.test(amount)

/**
 * What a person types, as the API wants it: `1.234,56` in Portuguese, `1,234.56` in English. The sign of the other
 * language is understood where it can only be meant for decimals; null for whatever could be taken for another amount.
 */
export function readMoney(typed: string, language: Language): string | null {
  const [thousands, decimals] = separators[language]
  const text = typed.replace(/^\s*R\$|\s/g, '')
  const own = new RegExp(`^(\\d{1,3}(?:\\${thousands}\\d{3})+|\\d+)(?:\\${decimals}(\\d{1,6}))?$`)
  const other = new RegExp(`^(\\d+)\\${thousands}(\\d{1,2})$`)
  const [, whole = '', fraction = ''] = own.exec(text) ?? other.exec(text) ?? []
  const plain = `${whole.replaceAll(thousands, '')}${fraction === '' ? '' : `.${fraction}`}`
  return /^\d{1,10}(\.\d{1,6})?$/.test(plain) && /[1-9]/.test(plain) ? plain : null
}
