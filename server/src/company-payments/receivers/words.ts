import type { Translated } from '../../http/languages.ts'
import type { ReceiverStatus } from './states.ts'

export const receiverWords = {
  Pending: ['Em análise', 'In review'],
  Approved: ['Aprovado', 'Approved'],
  Rejected: ['Recusado', 'Rejected'],
} as const satisfies Record<ReceiverStatus, Translated>
