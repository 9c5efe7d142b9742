import { amountOrNull } from '../../platform/brazil/money.ts'
import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { auditOf, mayAlso, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { lookForTaxNumber } from '../../products/transaction-search/look-for-tax-number.ts'
import { type Everything, type Group, findEverything, findOverPlatform } from './find-everything.ts'
import type { Needs } from './kinds.ts'
import { SearchAnswer, SearchParams, SearchQuery } from './portal-schemas.ts'

/** One search over everything a merchant has; for operators, one over all merchants. */
export async function searchPortalRoutes(app: App, needs: Needs) {
  app.get('/merchants/:merchantId/search', {
    config: { may: 'transactions.read', act: 'taxNumber.search' },
    schema: { params: SearchParams, querystring: SearchQuery, response: { 200: Done(SearchAnswer) } },
    handler: async request => {
      const { merchantId, permissions } = request
      const q = request.query.q.trim()
      if (q === '') return done({ groups: [], newestOnly: null, taxNumber: null })
      const document = {
        q,
        auditOf: (subject: string) => auditOf(request, { subject }),
        mayReveal: mayAlso(request, 'taxNumbers.reveal'),
      }
      const { taxNumber, searched } = await lookForTaxNumber(needs, document)
      const input = { merchantId, personId: signedInOf(request).person.id, q, taxNumber }
      const found = await findEverything(forReports(needs, merchantId), input, permissions ?? [])
      return done({ ...everythingView(found), taxNumber: searched })
    },
  })

  app.get('/operator/search', {
    config: { may: 'platform.read' },
    schema: { querystring: SearchQuery, response: { 200: Done(SearchAnswer) } },
    handler: async request => {
      const found = await findOverPlatform(forReports(needs, platformId), request.query.q.trim())
      return done({ ...everythingView(found), taxNumber: null })
    },
  })
}

const everythingView = ({ groups, newestOnly }: Everything) => ({ groups: groups.map(groupView), newestOnly })

const groupView = ({ kind, items, hasMore }: Group): SearchAnswer['groups'][number] => ({
  kind,
  items: items.map(({ id, path, title, detail, amount, state, at }) => ({
    id,
    path,
    title,
    detail,
    amount: amountOrNull(amount),
    state,
    date: at.toISOString(),
  })),
  hasMore,
})
