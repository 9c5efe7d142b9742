import type { Translated } from '../http/languages.ts'
import type { BatchKind, BatchState, RowState } from './states.ts'

export const batchWords = {
  Pending: ['Aguarda aprovação', 'Awaiting approval'],
  Running: ['Em andamento', 'Running'],
  Completed: ['Concluído', 'Completed'],
  Rejected: ['Recusado', 'Rejected'],
  Cancelled: ['Cancelado', 'Cancelled'],
} as const satisfies Record<BatchState, Translated>

export const rowWords = {
  Waiting: ['Aguarda', 'Waiting'],
  Made: ['Enviado', 'Made'],
  Refused: ['Recusado', 'Refused'],
} as const satisfies Record<RowState, Translated>

export const kindWords = {
  payouts: ['Envios por Pix', 'Pix payouts'],
  companyPayments: ['Pagamentos a empresas', 'Company payments'],
} as const satisfies Record<BatchKind, Translated>
