import type { Translated } from '../http/languages.ts'
import type { KeyState } from './states.ts'

export const keyWords = {
  Pending: ['Pendente', 'Pending'],
  Active: ['Ativa', 'Active'],
  Expired: ['Expirada', 'Expired'],
  Revoked: ['Revogada', 'Revoked'],
} as const satisfies Record<KeyState, Translated>
