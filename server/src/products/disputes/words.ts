import type { Translated } from '../../platform/http/languages.ts'
import type { DisputeReason, DisputeState } from './states.ts'

export const disputeWords = {
  Open: ['Aberta', 'Open'],
  Defended: ['Defesa enviada', 'Defended'],
  Returning: ['Em devolução', 'Being returned'],
  Returned: ['Devolvida', 'Returned'],
  Released: ['Liberada', 'Released'],
} as const satisfies Record<DisputeState, Translated>

export const disputeReasonWords = {
  Fraud: ['Suspeita de fraude', 'Suspected fraud'],
  OperationalFault: ['Falha operacional', 'Operational fault'],
} as const satisfies Record<DisputeReason, Translated>
