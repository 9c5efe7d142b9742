import { bilingual } from './texts.ts'

/** What webhook events tell, in words. */
export const eventWords = bilingual({
  pt: {
    Created: 'Transação criada',
    Registered: 'Transação registrada',
    Completed: 'Transação concluída',
    Cancelled: 'Transação cancelada',
    Reversed: 'Transação estornada',
    Refunded: 'Transação devolvida',
    PartiallyRefunded: 'Transação devolvida em parte',
    RefundFailed: 'Devolução que falhou',
    Error: 'Transação com erro',
    PaymentRequestApproved: 'Solicitação aprovada',
    PaymentRequestRejected: 'Solicitação recusada',
    PaymentRequestCancelled: 'Solicitação cancelada',
    Test: 'Evento de teste',
  },
  en: {
    Created: 'Transaction created',
    Registered: 'Transaction registered',
    Completed: 'Transaction completed',
    Cancelled: 'Transaction cancelled',
    Reversed: 'Transaction reversed',
    Refunded: 'Transaction refunded',
    PartiallyRefunded: 'Transaction refunded in part',
    RefundFailed: 'Refund that failed',
    Error: 'Transaction in error',
    PaymentRequestApproved: 'Request approved',
    PaymentRequestRejected: 'Request rejected',
    PaymentRequestCancelled: 'Request cancelled',
    Test: 'Test event',
  },
})
