import type { Translated } from '../../../platform/http/languages.ts'
import type { AccountStatus, ReceiverStatus } from './states.ts'

export const receiverWords = {
  Pending: ['Em análise', 'In review'],
  Approved: ['Aprovado', 'Approved'],
  Rejected: ['Recusado', 'Rejected'],
} as const satisfies Record<ReceiverStatus, Translated>

export const accountWords = {
  Pending: ['Em análise', 'In review'],
  Approved: ['Aprovada', 'Approved'],
  Rejected: ['Recusada', 'Rejected'],
} as const satisfies Record<AccountStatus, Translated>
