import { bilingual } from './texts.ts'

/** The names of webhook events. */
export const eventWords = bilingual({
  Created: ['Transação criada', 'Transaction created'],
  Registered: ['Transação registrada', 'Transaction registered'],
  Completed: ['Transação concluída', 'Transaction completed'],
  Cancelled: ['Transação cancelada', 'Transaction cancelled'],
  Reversed: ['Transação estornada', 'Transaction reversed'],
  Refunded: ['Transação devolvida', 'Transaction refunded'],
  PartiallyRefunded: ['Transação devolvida em parte', 'Transaction refunded in part'],
  RefundFailed: ['Devolução não concluída', 'Refund failed'],
  PaidByBoleto: ['Boleto pago, a liquidar', 'Boleto paid, to settle'],
  Error: ['Transação com erro', 'Transaction in error'],
  PaymentRequestApproved: ['Solicitação aprovada', 'Request approved'],
  PaymentRequestRejected: ['Solicitação recusada', 'Request rejected'],
  PaymentRequestCancelled: ['Solicitação cancelada', 'Request cancelled'],
  DisputeOpened: ['Contestação aberta', 'Dispute opened'],
  DisputeReturned: ['Contestação devolvida', 'Dispute returned'],
  DisputeReleased: ['Contestação liberada', 'Dispute released'],
  BalanceAdjusted: ['Saldo ajustado', 'Balance adjusted'],
  BillReminder: ['Lembrete de cobrança', 'Bill reminder'],
  Test: ['Evento de teste', 'Test event'],
})
