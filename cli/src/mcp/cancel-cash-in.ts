import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const cancelCashIn = tool({
  name: 'cancel_cash_in',
  title: 'Cancel a cash-in',
  says: 'Cancels a cash-in that nobody has paid, for good. A payment that came first wins. Registered in the answer: its bank has yet to confirm.',
  input: { id: inputs.id("The transaction's id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const cancelled = await trilho.transactions.cancel(id)
    return { says: `It is ${cancelled.transactionState}.`, data: shown(cancelled) }
  },
})
