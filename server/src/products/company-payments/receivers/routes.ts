import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { listReceivers } from './list-receivers.ts'
import { listAccounts, readReceiver } from './read-receiver.ts'
import { AccountsData, AccountsQuery, ReceiverPage, ReceiverParams, ReceiverQuery } from './schemas.ts'
import { readFilteredStatus } from './states.ts'
import { accountView, receiverView } from './views.ts'

const tags = ['Company payments']
const config = { scope: 'company-payments' } as const

export async function receiverRoutes(app: App, needs: { sql: Sql }) {
  app.get('/receivers', {
    config,
    schema: {
      operationId: 'listReceivers',
      tags,
      summary: 'List receivers, newest first',
      description: 'Companies that you registered in the portal to pay them.',
      querystring: ReceiverQuery,
      response: { 200: Done(ReceiverPage) },
    },
    handler: async request => {
      const { receiverStatus, 'dataset.limit': limit, 'dataset.offset': offset } = request.query
      const status = receiverStatus && readFilteredStatus(receiverStatus)
      const page = await listReceivers(needs, { merchantId: request.merchantId, status, limit, offset })
      return done({ limit, offset, ...page, items: page.items.map(receiverView) })
    },
  })

  app.get('/receivers/:receiverId', {
    config,
    schema: {
      operationId: 'readReceiver',
      tags,
      summary: 'Read a receiver',
      description: 'One receiver, as a page with one item.',
      params: ReceiverParams,
      response: { 200: Done(ReceiverPage), ...refusals('ReceiverNotFound') },
    },
    handler: async request => {
      const receiver = await readReceiver(needs, request.merchantId, request.params.receiverId)
      return done({ limit: 50, offset: 0, total: 1, items: [receiverView(receiver)], totalIsExact: true })
    },
  })

  app.get('/receivers/:receiverId/accounts', {
    config,
    schema: {
      operationId: 'listReceiverAccounts',
      tags,
      summary: 'List the bank accounts of a receiver',
      description: 'Only an `Approved` account can be paid.',
      params: ReceiverParams,
      querystring: AccountsQuery,
      response: { 200: Done(AccountsData), ...refusals('ReceiverNotFound') },
    },
    handler: async request => {
      const { limit = 50, offset = 0 } = request.query
      const { receiverId } = request.params
      const accounts = await listAccounts(needs, { merchantId: request.merchantId, receiverId, limit, offset })
      return done(accounts.map(accountView))
    },
  })
}
