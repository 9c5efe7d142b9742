import type { Translated } from '../../platform/http/languages.ts'
import type { BillMethod, BillState } from './bill.ts'

export const billWords = {
  Open: ['Em aberto', 'Open'],
  Overdue: ['Vencida', 'Overdue'],
  Paid: ['Paga', 'Paid'],
  Cancelled: ['Cancelada', 'Cancelled'],
  Expired: ['Expirada', 'Expired'],
} as const satisfies Record<BillState, Translated>

export const methodWords = {
  pix: ['Pix', 'Pix'],
  boleto: ['Boleto', 'Boleto'],
} as const satisfies Record<BillMethod, Translated>
