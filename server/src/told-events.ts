import { PaymentRequestEvent } from './company-payments/requests/schemas.ts'
import type { ToldEvent } from './http/openapi/finish-document.ts'
import { TransactionEvent } from './transactions/schemas.ts'
import { TestEvent } from './webhooks/deliveries/schemas.ts'

/** Every event that a merchant's address is told, for the API reference. */
// biome-ignore format: a table is read in columns
export const toldEvents: readonly ToldEvent[] = [
  { name: 'transactionRegistered',        schema: TransactionEvent,    summary: 'A bank has registered a PIX cash-out or a company payment' },
  { name: 'transactionCompleted',         schema: TransactionEvent,    summary: 'A PIX or OpenFinance payment was paid' },
  { name: 'transactionCancelled',         schema: TransactionEvent,    summary: 'A PIX or OpenFinance payment was cancelled, or its time is over' },
  { name: 'transactionError',             schema: TransactionEvent,    summary: 'A PIX or OpenFinance payment failed' },
  { name: 'transactionReversed',          schema: TransactionEvent,    summary: 'A completed payment was reversed by the bank' },
  { name: 'transactionRefunded',          schema: TransactionEvent,    summary: 'All of a cash-in has gone back' },
  { name: 'transactionPartiallyRefunded', schema: TransactionEvent,    summary: 'A part of a cash-in has gone back' },
  { name: 'transactionRefundFailed',      schema: TransactionEvent,    summary: 'A refund failed; its money is available again' },
  { name: 'paymentRequestApproved',       schema: PaymentRequestEvent, summary: 'A payment request was approved' },
  { name: 'paymentRequestRejected',       schema: PaymentRequestEvent, summary: 'A payment request was rejected' },
  { name: 'paymentRequestCancelled',      schema: PaymentRequestEvent, summary: 'A payment request was cancelled' },
  { name: 'testEvent',                    schema: TestEvent,           summary: 'Sent from the portal, to try an address' },
]
