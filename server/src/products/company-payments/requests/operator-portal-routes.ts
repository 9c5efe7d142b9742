import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { actorOf, signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { listForOperator } from './browse-requests.ts'
import { type Needs, approveRequest, rejectRequest } from './decide.ts'
import { decisionDetails } from './decision-details.ts'
import { ApproveForm, RejectForm } from '../../approvals/portal-schemas.ts'
import { CreatedRequest, QueueQuery, RequestList, RequestParams } from './portal-schemas.ts'
import { requestItem } from './portal-views.ts'
import { readRequest } from './read-request.ts'

/** Payments above their merchant's limit need the operator's word too: beside the merchant's approvers, never instead. */
const decisions = [
  // act       use case        body         confirmed
  ['approve', approveRequest, ApproveForm, true],
  ['reject', rejectRequest, RejectForm, false],
] as const

export async function operatorRequestRoutes(app: App, needs: Needs & { sql: Sql }) {
  app.get('/operator/requests', {
    config: { may: 'platform.read' },
    schema: { querystring: QueueQuery, response: { 200: Done(RequestList) } },
    handler: async request => {
      const { cursor, limit = 20 } = request.query
      const personId = signedInOf(request).person.id
      const { items, nextCursor } = await listForOperator(needs, { personId, cursor, limit })
      return done({ items: items.map(item => requestItem(item, false)), nextCursor })
    },
  })

  for (const [act, decide, body, confirmed] of decisions)
    app.post(`/operator/merchants/:merchantId/requests/:requestId/${act}`, {
      config: { may: 'platform.manage', confirmed },
      schema: { params: RequestParams, body, response: { 200: Done(CreatedRequest) } },
      handler: async request => {
        const { merchantId, params } = request
        const { person } = signedInOf(request)
        const { comment = null } = request.body
        const asked = await readRequest(needs, merchantId, params.requestId)
        const { id } = asked
        const by = { id: person.id, name: person.name, realm: 'Operator' } as const
        const details = { ...(await decisionDetails(needs, asked, act, { by, comment })), realm: by.realm }
        await recordAudit(needs, actorOf(request), { act: `request.${act}`, subject: id, details }, () =>
          decide(needs, { merchantId, requestId: id, by, comment }),
        )
        return done({ id })
      },
    })
}
