/** Where a created thing goes on: by operation, from which field of the answer which parameter is taken. */
const from = (field: string, parameter: string, operations: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operationId]) => [
      name,
      { operationId, parameters: { [parameter]: `$response.body#/data/${field}` } },
    ]),
  )

export const links: Record<string, object> = {
  createCashIn: from('transaction/id', 'transactionId', {
    read: 'readTransaction',
    complete: 'simulateComplete',
    cancel: 'cancelCashIn',
    refund: 'refundTransaction',
  }),
  createCashOut: from('transaction/id', 'transactionId', { read: 'readTransaction', complete: 'simulateComplete' }),
  createPaymentInitiation: from('transactionId', 'transactionId', {
    read: 'readTransaction',
    complete: 'simulateInitiationComplete',
    refund: 'refundTransaction',
  }),
  createPaymentLink: from('id', 'linkId', { read: 'readPaymentLink', transactions: 'listPaymentLinkTransactions' }),
  createPaymentRequest: from('id', 'trId', {
    read: 'readPaymentRequest',
    approve: 'approvePaymentRequest',
    cancel: 'cancelPaymentRequest',
  }),
  refundTransaction: from('transactionId', 'transactionId', { read: 'readTransaction', list: 'listRefunds' }),
}
