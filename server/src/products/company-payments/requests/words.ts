import type { Translated } from '../../../platform/http/languages.ts'
import type { RequestStatus } from './states.ts'

export const requestWords = {
  Pending: ['Aguarda aprovação', 'Awaiting approval'],
  Approved: ['Aprovada', 'Approved'],
  Rejected: ['Recusada', 'Rejected'],
  Cancelled: ['Cancelada', 'Cancelled'],
} as const satisfies Record<RequestStatus, Translated>
