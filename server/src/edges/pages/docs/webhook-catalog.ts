import { ReminderEvent } from '../../../products/reminders/schemas.ts'
import { PaymentRequestEvent } from '../../../products/company-payments/requests/schemas.ts'
import { DisputeEvent } from '../../../products/disputes/schemas.ts'
import type { CatalogEvent } from '../../../platform/http/openapi/finish-document.ts'
import { LinkEvent } from '../../../products/payment-links/schemas.ts'
import { BatchEvent } from '../../../products/payout-batches/schemas.ts'
import { TransactionEvent } from '../../../money/transactions/schemas.ts'
import { AdjustmentEvent } from '../../../money/adjustments/schemas.ts'
import { TestEvent } from '../../../money/webhooks/deliveries/schemas.ts'

/** Every webhook event, for the API reference. */
// biome-ignore format: a table is read in columns
export const webhookCatalog: readonly CatalogEvent[] = [
  { name: 'transactionRegistered',        schema: TransactionEvent,    summary: 'A bank has registered a PIX cash-out or a company payment' },
  { name: 'transactionCompleted',         schema: TransactionEvent,    summary: 'A PIX or OpenFinance payment was paid' },
  { name: 'transactionCancelled',         schema: TransactionEvent,    summary: 'A PIX or OpenFinance payment was cancelled or expired' },
  { name: 'transactionError',             schema: TransactionEvent,    summary: 'A PIX or OpenFinance payment failed' },
  { name: 'transactionReversed',          schema: TransactionEvent,    summary: 'A completed payment was reversed by the bank' },
  { name: 'transactionRefunded',          schema: TransactionEvent,    summary: 'A cash-in was refunded in full' },
  { name: 'transactionPartiallyRefunded', schema: TransactionEvent,    summary: 'A cash-in was refunded, or a payout sent back by its recipient, in part. To the account address, if selected there' },
  { name: 'transactionRefundFailed',      schema: TransactionEvent,    summary: 'A refund failed; its money is available again. To the account address, if selected there' },
  { name: 'transactionPaidByBoleto',      schema: TransactionEvent,    summary: 'The boleto of a bill was paid; its money arrives in one to three business days. To the account address, if selected there' },
  { name: 'paymentRequestApproved',       schema: PaymentRequestEvent, summary: 'A payment request was approved' },
  { name: 'paymentRequestRejected',       schema: PaymentRequestEvent, summary: 'A payment request was rejected' },
  { name: 'paymentRequestCancelled',      schema: PaymentRequestEvent, summary: 'A payment request was cancelled' },
  { name: 'paymentLinkSoldOut',           schema: LinkEvent,           summary: 'A payment link is sold out' },
  { name: 'paymentLinkEnded',             schema: LinkEvent,           summary: 'A payment link has expired' },
  { name: 'disputeOpened',                schema: DisputeEvent,        summary: 'A bank demands money back. The amount is blocked until a decision. To the account address, if selected there' },
  { name: 'disputeReturned',              schema: DisputeEvent,        summary: 'A dispute was closed: the money was returned to the payer. To the account address, if selected there' },
  { name: 'disputeReleased',              schema: DisputeEvent,        summary: 'A dispute was closed: the money is available again. To the account address, if selected there' },
  { name: 'balanceAdjusted',              schema: AdjustmentEvent,     summary: 'The operator has corrected the available balance. To the account address, if selected there' },
  { name: 'billReminder',                 schema: ReminderEvent,       summary: 'A payer is to be reminded of an open bill: by mail already, if the plan says so. To the account address, if selected there' },
  { name: 'payoutBatchApproved',          schema: BatchEvent,          summary: 'A batch of payments was approved: its rows are being paid' },
  { name: 'payoutBatchRejected',          schema: BatchEvent,          summary: 'A batch of payments was rejected' },
  { name: 'payoutBatchCompleted',         schema: BatchEvent,          summary: 'Every row of a batch was made or refused' },
  { name: 'payoutBatchStopped',           schema: BatchEvent,          summary: 'A running batch was stopped: the waiting rows are refused' },
  { name: 'testEvent',                    schema: TestEvent,           summary: 'Sent from the portal, to try an address' },
]
