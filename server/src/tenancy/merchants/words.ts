import type { Translated } from '../../platform/http/languages.ts'
import type { MerchantState } from './states.ts'

export const merchantWords = {
  Active: ['Ativo', 'Active'],
  Suspended: ['Suspenso', 'Suspended'],
} as const satisfies Record<MerchantState, Translated>
