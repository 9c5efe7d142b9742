import type { App } from '../../platform/http/app-type.ts'
import { type Sql, forReports } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { periodOf } from '../../platform/http/paging.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { TransactionIdParams } from '../../platform/http/schemas.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { listTransactions } from './list-transactions.ts'
import type { ReadTransactionById } from './read-transaction.ts'
import { requireScopeFor } from './scope-of.ts'
import { ListData, ListQuery, ReadData } from './schemas.ts'
import { readSpelledState } from './format-state.ts'
import { readView, transactionView } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  addresses: PublicAddresses
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
}

export async function transactionRoutes(app: App, needs: Needs) {
  app.get('/accounts/transactions/pix/:transactionId', {
    config: { scope: 'any' },
    schema: {
      operationId: 'readTransaction',
      tags: ['Transactions'],
      summary: 'Read a transaction',
      description:
        'PIX, OpenFinance and company payments: the transaction, what was requested, and the status of its webhook.',
      params: TransactionIdParams,
      response: { 200: Done(ReadData), ...refusals('TransactionNotFound') },
    },
    handler: async request => {
      const [transaction, merchant] = await Promise.all([
        needs.readTransaction(request.merchantId, request.params.transactionId),
        needs.readMerchant(request.merchantId),
      ])
      requireScopeFor(transaction, request)
      return done(readView(transaction, merchant, needs.addresses))
    },
  })

  app.get('/accounts/transactions/pix', {
    schema: {
      operationId: 'listTransactions',
      tags: ['Transactions'],
      summary: 'List transactions, newest first',
      description: 'Filtered by order id, state, type and time, in pages.',
      querystring: ListQuery,
      response: { 200: Done(ListData) },
    },
    handler: async request => {
      const { orderId, type, cursor, 'dataset.limit': limit = 20, 'dataset.offset': offset = 0 } = request.query
      const state = request.query.state ?? request.query.status
      const [page, merchant] = await Promise.all([
        listTransactions(forReports(needs, request.merchantId), {
          merchantId: request.merchantId,
          orderId,
          states: state && readSpelledState(state),
          type,
          ...periodOf(request.query),
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
