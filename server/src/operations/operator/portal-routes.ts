import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { platformId } from '../../tenancy/merchants/platform.ts'
import { findOverAll } from './find-transactions.ts'
import { FoundTransactions, PlatformView, SearchQuery } from './portal-schemas.ts'
import { readPlatform } from './read-platform.ts'
import { foundTransaction, platformView } from './views.ts'

/** The platform as a whole, for its operators. */
export async function platformPortalRoutes(app: App, needs: Parameters<typeof readPlatform>[0]) {
  app.get('/operator/platform', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(PlatformView) } },
    handler: async () => done(platformView(await readPlatform(needs))),
  })

  app.get('/operator/transactions', {
    config: { may: 'platform.read' },
    schema: { querystring: SearchQuery, response: { 200: Done(FoundTransactions) } },
    handler: async request => {
      const found = await findOverAll(forReports(needs, platformId), request.query.search)
      return done({ items: found.map(foundTransaction) })
    },
  })
}
