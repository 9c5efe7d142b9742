import type { Translated } from '../../platform/http/languages.ts'
import type { ShownKeyState } from './states.ts'

export const keyWords = {
  Pending: ['Aguarda confirmação', 'Awaiting confirmation'],
  Active: ['Ativa', 'Active'],
  Expired: ['Expirada', 'Expired'],
  Revoked: ['Revogada', 'Revoked'],
} as const satisfies Record<ShownKeyState, Translated>
