import { formatAmount } from '../../../platform/brazil/money.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../../platform/http/envelope.ts'
import { byId, readPage } from '../../../platform/http/paging.ts'
import { readMerchantNow } from '../../merchants/read-merchant.ts'
import { askingOf, auditOf, signedInOf } from '../portal-edge.ts'
import type { FastifyRequest } from 'fastify'
import { approveRequest, readRequest, readResult, refuseRequest } from './decide-request.ts'
import type { OperatorActions } from './operator-actions.ts'
import {
  ApprovalForm,
  ApprovalRules,
  ApprovalSummary,
  OperatorRequestParams,
  OperatorRequestView,
  OperatorRequestsPage,
  OperatorRequestsQuery,
  RefusalForm,
  StopParams,
  StopView,
  SuccessorParams,
  SuccessorsView,
} from './portal-schemas.ts'
import { type RequestNeeds, isAlone, isSingle } from './request-act.ts'
import { selectRequests } from './sql.ts'
import type { RequestState } from './states.ts'
import { listSuccessors, readStopLink, stopSuccessor } from './successors.ts'
import { approvalRules, requestItem, successorItem } from './views.ts'

type Needs = RequestNeeds & { operatorActions: Pick<OperatorActions, 'find'> }

const path = '/operator/approvals'
const limit = 25
const open: RequestState[] = ['Requested', 'Waiting']
const decided: RequestState[] = ['Approved', 'Refused', 'Withdrawn', 'Expired', 'Stopped', 'Failed']

/** What operators ask each other to approve. */
export async function approvalPortalRoutes(app: App, needs: Needs) {
  const viewerOf = (request: FastifyRequest) => ({
    personId: signedInOf(request).person.id,
    permissions: request.permissions ?? [],
    now: needs.clock(),
  })

  async function viewOf(request: FastifyRequest, requestId: string) {
    const found = await readRequest(needs, requestId)
    const viewer = viewerOf(request)
    const result = await readResult(needs, needs.operatorActions.find(found.act), found, viewer.personId)
    return done({ ...requestItem(found, viewer), result })
  }

  app.get(path, {
    config: { may: 'platform.read' },
    schema: { querystring: OperatorRequestsQuery, response: { 200: Done(OperatorRequestsPage) } },
    handler: async request => {
      const { state = 'open', cursor } = request.query
      const page = { states: state === 'open' ? open : decided, before: cursor }
      const { items, nextCursor } = await readPage(
        limit,
        rows => selectRequests(needs.sql, { ...page, limit: rows }),
        byId,
      )
      const viewer = viewerOf(request)
      return done({ items: items.map(item => requestItem(item, viewer)), nextCursor })
    },
  })

  app.get(`${path}/summary`, {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(ApprovalSummary) } },
    handler: async request => {
      const requested = await selectRequests(needs.sql, { states: ['Requested'], before: undefined, limit: 100 })
      const viewer = viewerOf(request)
      const waiting = requested.filter(one => requestItem(one, viewer).mayDecide).length
      const isOne = !needs.isSandbox && (await isSingle(needs))
      return done({ isAlone: isOne, isAllowedAlone: isOne && (await isAlone(needs)), waiting })
    },
  })

  app.get(`${path}/rules`, {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(ApprovalRules) } },
    handler: async () =>
      done({
        aloneUpTo: formatAmount(needs.operatorAloneUpTo),
        alonePerDay: formatAmount(needs.operatorAlonePerDay),
        successorWaitHours: needs.successorWaitMs / 3_600_000,
        rules: approvalRules(),
      }),
  })

  app.get(`${path}/:requestId`, {
    config: { may: 'platform.read' },
    schema: { params: OperatorRequestParams, response: { 200: Done(OperatorRequestView) } },
    handler: async request => viewOf(request, request.params.requestId),
  })

  app.post(`${path}/:requestId/approve`, {
    config: { may: 'platform.read', act: 'operatorRequest.approve', confirmed: true, optionalBody: true },
    schema: { params: OperatorRequestParams, body: ApprovalForm, response: { 200: Done(OperatorRequestView) } },
    handler: async request => {
      const { requestId: id } = request.params
      const { act } = await readRequest(needs, id)
      const note = request.body.note?.trim() || null
      await approveRequest(needs, needs.operatorActions.find(act), { id, by: askingOf(request), note })
      return viewOf(request, id)
    },
  })

  app.post(`${path}/:requestId/refuse`, {
    config: { may: 'platform.read', act: ['operatorRequest.refuse', 'operatorRequest.withdraw'] },
    schema: { params: OperatorRequestParams, body: RefusalForm, response: { 200: Done(OperatorRequestView) } },
    handler: async request => {
      const { requestId: id } = request.params
      await refuseRequest(needs, { id, by: askingOf(request), note: request.body.note.trim() })
      return viewOf(request, id)
    },
  })
}

type StopNeeds = RequestNeeds & {
  stopLinks: { open: (token: string) => { merchantId: string; id: string } | null }
}

/** Owners see whom operators want to make an owner, and stop it: signed in, or by the link in their mail. */
export async function successorPortalRoutes(app: App, needs: StopNeeds) {
  app.get('/merchants/:merchantId/successors', {
    config: { may: 'members.read' },
    schema: { response: { 200: Done(SuccessorsView) } },
    handler: async request =>
      done({ items: (await listSuccessors(needs, request.merchantId)).map(one => successorItem(one)) }),
  })

  app.post('/merchants/:merchantId/successors/:successorId/stop', {
    config: { may: 'members.manage', act: 'member.stopSuccessor', optionalBody: true },
    schema: { params: SuccessorParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { merchantId, successorId: id } = request.params
      await stopSuccessor(needs, { id, merchantId, audit: auditOf(request, { subject: id }) })
      return doneWithoutData
    },
  })

  app.get('/successors/:token', {
    config: { may: 'anybody' },
    schema: { params: StopParams, response: { 200: Done(StopView) } },
    handler: async request => {
      const { request: found, merchantId } = await readStopLink(needs, request.params.token)
      const { name: merchantName } = await readMerchantNow(needs, merchantId)
      return done({ merchantName, successor: successorItem(found), isWaiting: found.state === 'Waiting' })
    },
  })

  app.post('/successors/:token', {
    config: { may: 'anybody', act: 'member.stopSuccessor', optionalBody: true },
    schema: { params: StopParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { request: found, merchantId, owner } = await readStopLink(needs, request.params.token)
      const audit = auditOf(request, { subject: found.id, person: owner, merchantId })
      await stopSuccessor(needs, { id: found.id, merchantId, audit })
      return doneWithoutData
    },
  })
}
