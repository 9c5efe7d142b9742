import { z } from 'zod'
import { showAmount } from '../terminal/words.ts'
import * as inputs from './inputs.ts'
import { shown } from './shown.ts'
import { tool } from './tool.ts'

const states = ['Created', 'Registered', 'Completed', 'Cancelled', 'Reversed', 'Refunded', 'Error'] as const

export const listTransactions = tool({
  name: 'list_transactions',
  title: 'List transactions',
  says: 'Transactions, newest first. Credit is money in, Debit money out. orderId finds the transactions of an order.',
  input: {
    state: z.enum(states).optional(),
    type: z.enum(['Credit', 'Debit']).optional(),
    orderId: z.string().optional().describe("The merchant's own order id"),
    startDate: inputs.since.describe('Created at or after, with time zone: 2026-11-16T00:00:00-03:00'),
    endDate: inputs.since.describe('Created at or before'),
    limit: inputs.limit,
    cursor: inputs.cursor,
  },
  isIdempotent: true,
  run: async ({ trilho }, query) => {
    const { items, nextCursor } = await trilho.transactions.list(query)
    const found = items.map(
      ({ id, date, type, paymentType, state, stateErrorCause, amount, refundedAmount, orderId }) => ({
        id,
        date,
        type,
        paymentType,
        state,
        stateErrorCause,
        amount,
        refundedAmount,
        orderId,
      }),
    )
    const says = `${found.length} transactions${nextCursor === null ? '' : '; there are more'}.`
    return { says, data: shown({ items: found, nextCursor }) }
  },
})

export const readTransaction = tool({
  name: 'read_transaction',
  title: 'Read a transaction',
  says: 'One transaction with its dates, charges, payer and recipient, refunds, and webhook deliveries.',
  input: { id: inputs.id("The transaction's id") },
  isIdempotent: true,
  run: async ({ trilho }, { id }) => {
    const [{ transaction, payment, webhook }, refunds, deliveries] = await Promise.all([
      trilho.transactions.read(id),
      trilho.transactions.listRefunds(id),
      trilho.deliveries.list({ transactionId: id, limit: 5 }),
    ])
    const { externalResourceId: _same, metadata: _metadata, ...facts } = transaction
    const { qrCode: _qrCode, ...paid } = payment
    return {
      says: `${showAmount(transaction.amount)} ${transaction.type === 'Credit' ? 'in' : 'out'} by ${transaction.paymentType}: ${transaction.state}.`,
      data: shown({
        ...facts,
        payment: paid,
        webhook,
        refunds: refunds.items,
        deliveries: deliveries.items.map(brief),
      }),
    }
  },
})

const brief = ({
  id,
  status,
  attemptCount,
  lastAnswer,
}: Record<'id' | 'status' | 'lastAnswer' | 'attemptCount', unknown>) => ({
  id,
  status,
  attemptCount,
  lastAnswer,
})
