/** Every event there is, as the API reference names them. */
export const eventNames = [
  'transactionRegistered',
  'transactionCompleted',
  'transactionCancelled',
  'transactionError',
  'transactionReversed',
  'transactionRefunded',
  'transactionPartiallyRefunded',
  'transactionRefundFailed',
  'paymentRequestApproved',
  'paymentRequestRejected',
  'paymentRequestCancelled',
  'testEvent',
] as const
