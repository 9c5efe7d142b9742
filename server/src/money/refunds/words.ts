import type { Translated } from '../../platform/http/languages.ts'
import type { RefundState } from './states.ts'

export const refundWords = {
  Processing: ['Em andamento', 'Processing'],
  Completed: ['Concluída', 'Completed'],
  Failed: ['Falhou', 'Failed'],
} as const satisfies Record<RefundState, Translated>
