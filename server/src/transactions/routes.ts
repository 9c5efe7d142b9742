import type { App } from '../lib/app-type.ts'
import type { Sql } from '../lib/db.ts'
import { Done, done } from '../lib/envelope.ts'
import { parseAmount } from '../lib/money.ts'
import type { PublicAddresses } from '../lib/public-addresses.ts'
import { refusals } from '../lib/refusals.ts'
import { TransactionIdParams } from '../lib/schemas.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import type { EventDoor } from './apply-event.ts'
import { listTransactions } from './list-transactions.ts'
import type { ReadTransactionById } from './read-transaction.ts'
import { refundTransaction } from './refund-transaction.ts'
import { ListData, ListQuery, ReadData, RefundData, RefundRequest } from './schemas.ts'
import { readSpelledState } from './states.ts'
import { readView, refundView, transactionView } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
} & Pick<EventDoor, 'applyWithin' | 'tell'>

export async function transactionRoutes(app: App, needs: Needs) {
  app.get('/accounts/transactions/pix/:transactionId', {
    schema: {
      operationId: 'readTransaction',
      tags: ['Transactions'],
      summary: 'Read a transaction',
      params: TransactionIdParams,
      response: { 200: Done(ReadData), ...refusals(401, 403, 404, 429) },
    },
    handler: async request => {
      const [transaction, merchant] = await Promise.all([
        needs.readTransaction(request.merchantId, request.params.transactionId),
        needs.readMerchant(request.merchantId),
      ])
      return done(readView(transaction, merchant, needs.addresses))
    },
  })

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

  app.get('/accounts/transactions/pix', {
    schema: {
      operationId: 'listTransactions',
      tags: ['Transactions'],
      summary: 'List transactions, newest first',
      querystring: ListQuery,
      response: { 200: Done(ListData), ...refusals(400, 401, 403, 429) },
    },
    handler: async request => {
      const {
        orderId,
        state,
        type,
        startDate,
        endDate,
        cursor,
        'dataset.limit': limit = 20,
        'dataset.offset': offset = 0,
      } = request.query
      const [page, merchant] = await Promise.all([
        listTransactions(needs, {
          merchantId: request.merchantId,
          orderId,
          states: state && readSpelledState(state),
          type,
          startDate: startDate === undefined ? undefined : new Date(startDate),
          endDate: endDate === undefined ? undefined : new Date(endDate),
          limit,
          offset,
          cursor,
        }),
        needs.readMerchant(request.merchantId),
      ])
      return done({ limit, offset, ...page, items: page.items.map(t => transactionView(t, merchant, needs.addresses)) })
    },
  })
}
