import type { ReceivedPayment } from '../rails/rails.ts'
import type { TransactionEvent } from './event.ts'

/** What a payment that a bank has received is to the charge it was for, however late it is told. */
export const arrivedEvent = ({ amount, endToEndId, payer: participant, at }: ReceivedPayment): TransactionEvent => ({
  kind: 'paid',
  amount,
  endToEndId,
  participant,
  arrived: true,
  ...(at === null ? {} : { paidAt: at }),
})
