import type { Translated } from '../../platform/http/languages.ts'
import type { LinkState } from './states.ts'

export const linkWords = {
  Active: ['Ativo', 'Active'],
  SoldOut: ['Esgotado', 'Sold out'],
  Ended: ['Encerrado', 'Ended'],
  Closed: ['Fechado', 'Closed'],
} as const satisfies Record<LinkState, Translated>
