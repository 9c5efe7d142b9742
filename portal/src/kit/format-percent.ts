import { typedMoney } from './format-money.ts'
import type { Language } from './language.ts'

/** `0.990000` → `0,99%`. */
export const formatPercent = (percent: string, language: Language): string => `${typedMoney(percent, language)}%`
