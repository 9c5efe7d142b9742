import { type Sql, forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { mayAlso } from '../../tenancy/people/portal-edge.ts'
import { CompanyParams, CompanyView } from './portal-schemas.ts'
import { readCompany } from './read-company.ts'

/** A merchant's own fees, limits and data, to read. */
export async function companyPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/merchants/:merchantId/company', {
    config: { may: 'transactions.read' },
    schema: { params: CompanyParams, response: { 200: Done(CompanyView) } },
    handler: async request => {
      const { webhookAddress, ...company } = await readCompany(
        forReports(needs, request.merchantId),
        request.merchantId,
      )
      return done({ ...company, webhookAddress: mayAlso(request, 'webhooks.read') ? webhookAddress : null })
    },
  })
}
