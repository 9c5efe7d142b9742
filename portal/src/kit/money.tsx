import { Text, type TextProps } from '@mantine/core'
import { formatMoney, isNegative, readMoney } from './format-money.ts'
import { currentLanguage, useLanguage } from './language.ts'

export { formatMoney, isNegative, typedMoney } from './format-money.ts'

/** What a person types in the language of the screen, as the API wants it; null when it is not an amount. */
export const parseMoney = (typed: string): string | null => readMoney(typed, currentLanguage())

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
