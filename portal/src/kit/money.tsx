import { Text, type TextProps } from '@mantine/core'
import { type Language, useLanguage } from './language.ts'

const separators = { pt: ['.', ','], en: [',', '.'] } as const

/** `1234.560000` → `R$ 1.234,56`; more than two decimals only if the value needs them. Text in, text out: no floats. */
export function formatMoney(amount: string, language: Language): string {
  const [thousands, decimals] = separators[language]
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(amount.trim()) ?? []
  const needed = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${sign}R$ ${whole.replace(/\B(?=(?:\d{3})+$)/g, thousands)}${decimals}${needed}`
}

export const isNegative = (amount: string): boolean => amount.startsWith('-') && /[1-9]/.test(amount)

/** What a person types, `1.234,56` or `1234.56`, as the API wants it; null when it is not an amount. */
export function parseMoney(typed: string): string | null {
  const text = typed.replace(/[R$\s]/g, '')
  const isEnglish = /\.\d{1,2}$/.test(text) && !/,\d{1,6}$/.test(text)
  const plain = isEnglish ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.')
  return /^\d{1,10}(\.\d{1,6})?$/.test(plain) && Number(plain) > 0 ? plain : null
}

type Props = TextProps & {
  amount: string
  /** `+` in front of what is not negative, for movements. */
  signed?: boolean
}

export function Money({ amount, signed = false, ...text }: Props) {
  const language = useLanguage()
  const sign = signed && !isNegative(amount) ? '+' : ''
  return (
    <Text span inherit className="tabular" {...text}>
      {sign + formatMoney(amount, language)}
    </Text>
  )
}
