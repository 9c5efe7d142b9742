import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { readMerchantNow } from '../../../tenancy/merchants/read-merchant.ts'
import { readLimits } from './read-limits.ts'
import { LimitsData } from './schemas.ts'

export async function limitRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/accounts/limits', {
    config: { scope: 'any' },
    schema: {
      operationId: 'readLimits',
      tags: ['Account'],
      summary: 'Read the limits of the account',
      description:
        'The most you may send per payment, day, night and recipient, and what you have sent today. Beyond a limit a payment is refused with `LimitExceeded`.',
      response: { 200: Done(LimitsData) },
    },
    handler: async ({ merchantId }) => done(await readLimits(needs, await readMerchantNow(needs, merchantId))),
  })
}
