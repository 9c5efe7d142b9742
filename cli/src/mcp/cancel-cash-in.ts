import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const cancelCashIn = tool({
  name: 'cancel_cash_in',
  title: 'Cancel a cash-in',
  says: 'Cancels an unpaid cash-in. This cannot be undone. If the payer has already paid, the payment stays. If the result is Registered, the bank has not confirmed the cancellation yet.',
  input: { id: inputs.id("The transaction's id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const cancelled = await trilho.transactions.cancel(id)
    return { says: `It is ${cancelled.transactionState}.`, data: shown(cancelled) }
  },
})
