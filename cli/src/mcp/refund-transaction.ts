import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

export const refundTransaction = tool({
  name: 'refund_transaction',
  title: 'Refund a cash-in',
  says: 'Refunds a paid cash-in, in full or in part. Money leaves the account: have a person confirm it first.',
  input: {
    id: inputs.id("The transaction's id"),
    idempotencyKey: inputs.idempotencyKey,
    amount: inputs.amount.optional().describe('Amount as text: "2.50". Default: all that is left'),
  },
  isIdempotent: true,
  run: async ({ trilho }, { id, amount, idempotencyKey }) => {
    const refund = await trilho.transactions.refund(id, { amount }, { idempotencyKey })
    return { says: `${showAmount(refund.amount)} refunded: ${refund.state}.`, data: shown(refund) }
  },
})
