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
  balanceGap: ['Saldo do banco difere dos livros', "The bank's balance differs from the books"],
  paymentUnreadable: ['Pagamento recebido que não pode ser lido', 'Received payment that cannot be read'],
  payoutUnreadable: ['Envio que não pode ser lido', 'Payout that cannot be read'],
  disputeUnreadable: ['Contestação que não pode ser lida', 'Dispute that cannot be read'],
  payoutAmount: ['Valor enviado difere', 'Sent amount differs'],
  transferNotArrived: [
    'Transferência entre contas próprias não chegou',
    'Transfer between own accounts has not arrived',
  ],
} as const satisfies Record<DifferenceKind, Translated>
