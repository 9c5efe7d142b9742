import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { readBalance } from './read-books.ts'
import { BalanceData } from './schemas.ts'

export async function ledgerRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/accounts/balance', {
    config: { scope: 'any' },
    schema: {
      operationId: 'readBalance',
      tags: ['Account'],
      summary: 'Read the account balance',
      description:
        'The available balance, what is held for payments and refunds in progress, what is blocked by disputes, what is held in reserve, and the total.',
      response: { 200: Done(BalanceData) },
    },
    handler: async request => done(await readBalance(needs, request.merchantId)),
  })
}
