import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { readBalance } from './read-balance.ts'
import { BalanceData } from './schemas.ts'

export async function ledgerRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/accounts/balance', {
    schema: {
      operationId: 'readBalance',
      tags: ['Account'],
      summary: 'Read the account balance',
      description:
        'What can be paid out now, what is held for payments and refunds on their way, what is blocked by disputes, and all of it together.',
      response: { 200: Done(BalanceData), ...refusals(401, 403, 429) },
    },
    handler: async request => done(await readBalance(needs, request.merchantId)),
  })
}
