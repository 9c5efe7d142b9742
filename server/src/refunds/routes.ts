import type { App } from '../http/app-type.ts'
import { Done, done } from '../http/envelope.ts'
import { parseAmount } from '../brazil/money.ts'
import { refusals } from '../http/refusals.ts'
import { TransactionIdParams } from '../http/schemas.ts'
import { refundTransaction } from './refund-transaction.ts'
import { RefundData, RefundRequest } from './schemas.ts'
import { refundView } from './views.ts'

export async function refundRoutes(app: App, needs: Parameters<typeof refundTransaction>[0]) {
  app.post('/accounts/transactions/pix/:transactionId/refund', {
    config: { optionalBody: true },
    schema: {
      operationId: 'refundTransaction',
      tags: ['Transactions'],
      summary: 'Refund a completed cash-in, whole or in part',
      params: TransactionIdParams,
      body: RefundRequest,
      response: { 201: Done(RefundData), ...refusals(400, 401, 403, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      const { amount, refundId } = request.body
      const refund = await refundTransaction(needs, {
        merchantId: request.merchantId,
        transactionId: request.params.transactionId,
        amount: amount === undefined ? undefined : parseAmount(amount),
        refundId,
      })
      if (refund.replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(refundView(refund)))
    },
  })
}
