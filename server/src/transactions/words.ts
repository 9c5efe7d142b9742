import type { Translated } from '../http/languages.ts'
import type { Operation, State } from './states.ts'

/** What each kind of transaction is called. */
export const operationWords = {
  pixCashIn: ['Recebimento Pix', 'Pix cash-in'],
  pixCashOut: ['Envio Pix', 'Pix cash-out'],
  paymentInitiation: ['Open Finance', 'Open Finance'],
  companyPayment: ['Pagamento a empresa', 'Company payment'],
  withdrawal: ['Saque', 'Withdrawal'],
  strayPayment: ['Recebimento sem destino', 'Stray payment'],
} as const satisfies Record<Operation, Translated>

/** States as a merchant's people read them. */
export const stateWords = {
  Requested: ['Aguarda aprovação', 'Awaiting approval'],
  Created: ['Criada', 'Created'],
  Registered: ['Aguarda pagamento', 'Awaiting payment'],
  Completed: ['Concluída', 'Completed'],
  Cancelled: ['Cancelada', 'Cancelled'],
  Reversed: ['Estornada', 'Reversed'],
  Refunded: ['Devolvida', 'Refunded'],
  Error: ['Com erro', 'Error'],
} as const satisfies Record<State, Translated>

/** States as whoever paid reads them. */
export const payerWords = {
  Completed: ['Pagamento concluído', 'Payment completed'],
  Reversed: ['Pagamento estornado', 'Payment reversed'],
  Refunded: ['Pagamento devolvido', 'Payment refunded'],
  PartlyRefunded: ['Pagamento devolvido em parte', 'Payment refunded in part'],
} as const satisfies Partial<Record<State | 'PartlyRefunded', Translated>>
