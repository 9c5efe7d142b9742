import type { Translated } from '../../platform/http/languages.ts'
import type { PostingName } from './postings.ts'

/** What each way money moves is called, in statements and on the page of a transaction. */
export const postingWords = {
  openingBalance: ['Saldo inicial', 'Opening balance'],
  cashInSettled: ['Recebimento', 'Money in'],
  cashInReturned: ['Devolução ao pagador', 'Returned to payer'],
  refundHeld: ['Reserva para devolução', 'Held for a refund'],
  refundSettled: ['Devolução ao pagador', 'Returned to payer'],
  refundReleased: ['Reserva de devolução liberada', 'Refund hold released'],
  cashOutHeld: ['Reserva para pagamento', 'Held for a payment'],
  cashOutSettled: ['Pagamento', 'Money out'],
  cashOutReleased: ['Reserva liberada', 'Hold released'],
  cashOutReturned: ['Pagamento devolvido', 'Payment returned'],
  cashOutPartlyReturned: ['Pagamento devolvido em parte', 'Payment returned in part'],
  cashOutPaidLate: ['Pagamento confirmado depois', 'Payment confirmed late'],
  disputeBlocked: ['Bloqueio por contestação', 'Blocked by a dispute'],
  disputeReleased: ['Bloqueio liberado', 'Block released'],
  disputeReturning: ['Devolução por contestação', 'Return by a dispute'],
  unmatchedReceived: ['Recebimento sem destino', 'Unmatched payment'],
  unmatchedMatched: ['Recebimento sem destino identificado', 'Unmatched payment matched'],
  unmatchedReturned: ['Recebimento sem destino devolvido', 'Unmatched payment returned'],
} as const satisfies Record<PostingName, Translated>
