import { Readable } from 'node:stream'
import { type Sql, forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { datedName, fileHeaders } from '../../platform/http/file-formats.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { signedInOf } from '../../tenancy/people/portal-edge.ts'
import {
  ReconciliationParams,
  ReconciliationsPage,
  ReconciliationsQuery,
  ReconciliationView,
} from './portal-schemas.ts'
import { exportReconciliations, listReconciliations, readReconciliation } from './read-reconciliations.ts'
import { reconciliationItem, reconciliationView, reconciliationsSpreadsheet } from './views.ts'

const limit = 25
const path = '/operator/reconciliations'

/** What each bank said of each day, against the books, for operators. */
export async function reconciliationPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get(path, {
    config: { may: 'platform.read' },
    schema: { querystring: ReconciliationsQuery, response: { 200: Done(ReconciliationsPage) } },
    handler: async request => {
      const { items, nextCursor } = await listReconciliations(needs, { limit, cursor: request.query.cursor })
      return done({ items: items.map(reconciliationItem), nextCursor })
    },
  })

  app.get(`${path}.csv`, {
    config: { may: 'platform.read' },
    handler: async (request, reply) => {
      const { language } = signedInOf(request).person
      const name = datedName(language === 'pt' ? 'conciliacao' : 'reconciliation', {}, needs.clock())
      const file = reconciliationsSpreadsheet(exportReconciliations(forReports(needs, platformId)), language)
      return reply.headers(fileHeaders(name, 'csv')).send(Readable.from(file))
    },
  })

  app.get(`${path}/:connectionId/:day`, {
    config: { may: 'platform.read' },
    schema: { params: ReconciliationParams, response: { 200: Done(ReconciliationView) } },
    handler: async request => done(reconciliationView(await readReconciliation(needs, request.params))),
  })
}
