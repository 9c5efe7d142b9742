/** What an event is called in the API reference: transactionCompleted, paymentRequestApproved, testEvent. */
export function eventName(payload: string): string {
  const { event, transactionState } = JSON.parse(payload) as { event?: string; transactionState?: string }
  if (event === 'Test') return 'testEvent'
  const name = event ?? `transaction${transactionState}`
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}
