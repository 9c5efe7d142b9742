import type { Translated } from '../../platform/http/languages.ts'
import type { DifferenceKind } from '../../money/bank-orders/differences.ts'
import type { Reconciliation } from './sql.ts'

export const reconciliationWords = {
  Running: ['Em andamento', 'Running'],
  Clean: ['Confere', 'Agrees'],
  Different: ['Difere', 'Differs'],
} as const satisfies Record<Reconciliation['state'], Translated>

export const differenceWords = {
  paymentNotBooked: ['Recebido no banco, não está nos livros', 'Received at the bank, not in the books'],
  paymentNotAtBank: ['Nos livros, não recebido no banco', 'In the books, not received at the bank'],
  paymentAmount: ['Valor recebido difere', 'Received amount differs'],
  returnedAmount: ['Valor devolvido difere', 'Returned amount differs'],
  payoutNotBooked: ['Enviado pelo banco, não está nos livros', 'Sent by the bank, not in the books'],
  payoutNotAtBank: ['Nos livros, não enviado pelo banco', 'In the books, not sent by the bank'],
  payoutReturned: ['Valor devolvido de um envio difere', 'Returned amount of a payout differs'],
  payoutAmount: ['Valor enviado difere', 'Sent amount differs'],
} as const satisfies Record<DifferenceKind, Translated>
