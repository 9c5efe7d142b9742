import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { formatAmount, parseAmount } from '../../../platform/brazil/money.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { auditOf, mayAlso, signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { readReceiver } from '../receivers/read-receiver.ts'
import { browseRequests, listForOperator } from './list-requests.ts'
import { createRequest } from './create-request.ts'
import { type Needs as DecisionNeeds, approveRequest, cancelRequest, rejectRequest } from './decide-request.ts'
import { decisionOf } from '../../approvals/portal-edge.ts'
import { ApproveForm, RejectForm } from '../../approvals/portal-schemas.ts'
import {
  BrowseQuery,
  CreatedRequest,
  QueueQuery,
  RequestDetail,
  RequestForm,
  RequestList,
  RequestParams,
} from './portal-schemas.ts'
import { requestDetail, requestItem } from './portal-views.ts'
import { readCase } from './read-request.ts'
import type { Sql } from '../../../platform/db/db.ts'

/** What a merchant's people can do about a request. Approving moves money, so it is confirmed. */
const decisions = [
  // act       use case        body         may                confirmed
  ['approve', approveRequest, ApproveForm, 'requests.decide', true],
  ['reject', rejectRequest, RejectForm, 'requests.decide', false],
  ['cancel', cancelRequest, ApproveForm, 'requests.make', false],
] as const

export async function requestPortalRoutes(app: App, needs: DecisionNeeds & Parameters<typeof createRequest>[0]) {
  app.get('/merchants/:merchantId/requests', {
    config: { may: 'requests.read' },
    schema: { querystring: BrowseQuery, response: { 200: Done(RequestList) } },
    handler: async request => {
      const { status, receiverId, waitsForMe = false, cursor, limit = 20 } = request.query
      const decides = mayAlso(request, 'requests.decide')
      if (waitsForMe && !decides) return done({ items: [], nextCursor: null })
      const input = { merchantId: request.merchantId, personId: signedInOf(request).person.id, status, receiverId }
      const { items, nextCursor } = await browseRequests(needs, { ...input, waitsForMe, cursor, limit })
      return done({ items: items.map(item => requestItem(item, decides)), nextCursor })
    },
  })

  app.get('/merchants/:merchantId/requests/:requestId', {
    config: { may: 'requests.read' },
    schema: { params: RequestParams, response: { 200: Done(RequestDetail) } },
    handler: async request => {
      const { merchantId, params } = request
      const { id } = signedInOf(request).person
      const viewer = { id, may: (permission: Parameters<typeof mayAlso>[1]) => mayAlso(request, permission) }
      return done(requestDetail(await readCase(needs, { merchantId, requestId: params.requestId, viewer }), id))
    },
  })

  app.post('/merchants/:merchantId/requests', {
    config: { may: 'requests.make', act: 'request.make' },
    schema: { body: RequestForm, response: { 201: Done(CreatedRequest) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { amount, receiverId, accountId } = request.body
      const { person } = signedInOf(request)
      const receiver = await readReceiver(needs, merchantId, receiverId)
      const id = uuidv7(needs.clock().getTime())
      const micros = parseAmount(amount)
      const details = { amount: formatAmount(micros), receiver: receiver.fantasyName, receiverId: receiver.id }
      const made = await createRequest(needs, {
        merchantId,
        id,
        amount: micros,
        description: request.body.description.trim(),
        receiverId: receiver.id,
        accountId,
        requestedBy: { id: person.id, name: person.name, realm: 'Partner' },
        idempotencyKey: request.body.formKey,
        audit: auditOf(request, { subject: id, details }),
      })
      return reply.code(201).send(done({ id: made.request.id }))
    },
  })

  for (const [act, decide, body, may, confirmed] of decisions)
    app.post(`/merchants/:merchantId/requests/:requestId/${act}`, {
      config: { may, act: `request.${act}`, confirmed },
      schema: { params: RequestParams, body, response: { 200: Done(CreatedRequest) } },
      handler: async request => {
        const { requestId } = request.params
        const { id } = await decide(needs, { requestId, ...decisionOf(request, requestId, 'Partner') })
        return done({ id })
      },
    })
}

/** Payments above their merchant's limit need the operator's approval in addition to that of the merchant's own approvers. */
const operatorDecisions = [
  // act       use case        body         confirmed
  ['approve', approveRequest, ApproveForm, true],
  ['reject', rejectRequest, RejectForm, false],
] as const

export async function operatorRequestRoutes(app: App, needs: DecisionNeeds & { sql: Sql }) {
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

  for (const [act, decide, body, confirmed] of operatorDecisions)
    app.post(`/operator/merchants/:merchantId/requests/:requestId/${act}`, {
      config: { may: 'payments.approve', act: `request.${act}`, confirmed },
      schema: { params: RequestParams, body, response: { 200: Done(CreatedRequest) } },
      handler: async request => {
        const { requestId } = request.params
        const { id } = await decide(needs, { requestId, ...decisionOf(request, requestId, 'Operator') })
        return done({ id })
      },
    })
}
