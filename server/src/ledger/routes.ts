import type { App } from '../lib/app-type.ts'
import type { Sql } from '../lib/db.ts'
import { Done, done } from '../lib/envelope.ts'
import { refusals } from '../lib/refusals.ts'
import { readBalance } from './read-balance.ts'
import { BalanceData } from './schemas.ts'

export async function ledgerRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/accounts/balance', {
    schema: {
      operationId: 'readBalance',
      tags: ['Account'],
      summary: 'Read the account balance',
      response: { 200: Done(BalanceData), ...refusals(401, 403, 429) },
    },
    handler: async request => done(await readBalance(needs, request.merchantId)),
  })
}
