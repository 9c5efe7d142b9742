import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { TransactionIdParams } from '../../platform/http/schemas.ts'
import { IdempotencyHeaders } from '../transactions/schemas.ts'
import { refundTransaction } from './refund-transaction.ts'
import { readRefunds } from './read-refunds.ts'
import { RefundData, RefundList, RefundRequest } from './schemas.ts'
import { refundView, refundedView } from './views.ts'

export async function refundRoutes(app: App, needs: Parameters<typeof refundTransaction>[0]) {
  app.post('/accounts/transactions/pix/:transactionId/refund', {
    config: { optionalBody: true },
    schema: {
      operationId: 'refundTransaction',
      tags: ['Transactions'],
      summary: 'Refund a completed cash-in, in full or in part',
      description: 'The amount is held at once. A webhook reports when the bank has returned it, or that it failed.',
      params: TransactionIdParams,
      headers: IdempotencyHeaders,
      body: RefundRequest,
      response: {
        201: Done(RefundData),
        ...refusals('TransactionNotFound'),
        ...refusals(
          'TransactionStateNotAllowed',
          'RefundNotAllowed',
          'AmountNotAllowed',
          'InsufficientBalance',
          'OrderIdConflict',
        ),
      },
    },
    handler: async (request, reply) => {
      const { amount, refundId, reason } = request.body
      const refund = await refundTransaction(needs, {
        merchantId: request.merchantId,
        transactionId: request.params.transactionId,
        amount: amount === undefined ? undefined : parseAmount(amount),
        requestedBy: { by: 'key', keyId: request.keyId },
        reason,
        refundId,
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (refund.replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(refundedView(refund)))
    },
  })

  app.get('/accounts/transactions/pix/:transactionId/refunds', {
    schema: {
      operationId: 'listRefunds',
      tags: ['Transactions'],
      summary: 'List the refunds of a transaction, oldest first',
      description: 'Requested by you or returned by the bank, with their states.',
      params: TransactionIdParams,
      response: { 200: Done(RefundList), ...refusals('TransactionNotFound') },
    },
    handler: async request => {
      const { merchantId } = request
      const transaction = await needs.readTransaction(merchantId, request.params.transactionId)
      return done({ items: (await readRefunds(needs, transaction)).map(refundView) })
    },
  })
}
