import type { FastifyRequest } from 'fastify'
import type { Needs as DocumentNeeds } from '../company-payments/documents/store-upload.ts'
import { openDocument, readDocument } from '../company-payments/documents/documents.ts'
import { ContentQuery, Upload, UploadForm } from '../company-payments/documents/portal-schemas.ts'
import { attachmentHeaders, documentItem, pathOf, previewHeaders } from '../company-payments/documents/views.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { configOf } from '../../tenancy/people/operator-requests/second-person.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { askingOf, auditOf, mayAlso, signedInOf } from '../../tenancy/people/portal-edge.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { contestReturn, endContest } from './contest-return.ts'
import { addDefenceFile, bankThatDecides, defendDispute, refuseWhereBankDecides } from './defend-dispute.ts'
import { type Dispute, type DisputeAct, type DisputeState, disputeMove } from './states.ts'
import {
  AllDisputesQuery,
  CaseForm,
  ContestForm,
  ContestOutcomeForm,
  DecisionForm,
  DefenceForm,
  DisputeItem,
  DisputeList,
  DisputeParams,
  DisputesQuery,
  DisputeView,
  FileParams,
} from './portal-schemas.ts'
import { disputeDetail, disputeItem } from './portal-views.ts'
import { listAllDisputes, listDisputes, readDispute } from './read-dispute.ts'
import { formatAmount, parseAmount } from '../../platform/brazil/money.ts'
import { type Needs as EndNeeds, releaseDispute, returnDispute } from './end-dispute.ts'
import { type Needs as OpenNeeds, openDispute } from './open-dispute.ts'

export type Needs = DocumentNeeds & {
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
  railsOf: RailsOf
  disputeContestMs: number
}

const path = '/merchants/:merchantId/disputes/:disputeId'

/** The page of a dispute, with what the viewer may read and do. */
async function detailFor(needs: Needs, request: FastifyRequest, dispute: Dispute): Promise<DisputeView> {
  const { merchantId, transactionId } = dispute
  const readFiles = async (ids: string[]) =>
    (await Promise.all(ids.map(id => readDocument(needs, merchantId, id)))).map(documentItem)
  const [merchant, transaction, files, contestFiles, bank] = await Promise.all([
    needs.readMerchant(merchantId),
    needs.readTransaction(merchantId, transactionId),
    readFiles(dispute.defenceFiles),
    readFiles(dispute.contestFiles),
    bankThatDecides(needs, dispute),
  ])
  return disputeDetail(dispute, {
    merchant,
    bank,
    transaction,
    files,
    contestFiles,
    disputeContestMs: needs.disputeContestMs,
    now: clockOf(needs, merchant),
    mayDefend: mayAlso(request, 'disputes.defend'),
    mayDecide: mayAlso(request, 'disputes.decide'),
  })
}

/** The merchant's people contest a return, or an operator for them. */
async function contestFor(needs: Needs, request: ContestRequest): Promise<DisputeView> {
  const { merchantId, params, body } = request
  const { id: disputeId, bankReference } = await readDispute(needs, merchantId, params.disputeId)
  const { reason, files } = body
  const audit = auditOf(request, { subject: disputeId, details: { bankReference, reason, files: files.length } })
  const input = { merchantId, disputeId, reason, text: body.text.trim(), files, audit }
  return detailFor(needs, request, await contestReturn(needs, input))
}

type ContestRequest = FastifyRequest & { params: DisputeParams; body: ContestForm }

/** The address for a file of the merchant's people, or of an operator who contests for them. */
async function uploadFor(needs: Needs, request: UploadRequest): Promise<Upload> {
  const { merchantId, params, body } = request
  const { id: disputeId } = await readDispute(needs, merchantId, params.disputeId)
  const id = uuidv7(needs.clock().getTime())
  const { fileName } = body
  const audit = auditOf(request, { subject: disputeId, details: { fileName, id } })
  const { address } = await addDefenceFile(needs, { merchantId, disputeId, id, fileName, audit })
  return { id, address: needs.storage.put === undefined ? address : pathOf(address) }
}

type UploadRequest = FastifyRequest & { params: DisputeParams; body: { fileName: string } }

/** For the audit log: the change of state by an action; empty if it will be refused. */
const stateChanges = ({ state }: Dispute, act: DisputeAct) =>
  changesOf<{ state: DisputeState }>({ state }, { state: disputeMove(state, act)?.to ?? state })

/** Disputes for a merchant's people: the same as in the API. Operators can read these pages too. */
export async function disputePortalRoutes(app: App, needs: Needs) {
  app.get('/merchants/:merchantId/disputes', {
    config: { may: 'transactions.read' },
    schema: { querystring: DisputesQuery, response: { 200: Done(DisputeList) } },
    handler: async request => {
      const { limit = 20, ...query } = request.query
      const { merchantId } = request
      const merchant = await needs.readMerchant(merchantId)
      const { items, nextCursor } = await listDisputes(needs, { merchantId, limit, cursor: undefined, ...query })
      return done({ items: items.map(one => disputeItem(one, merchant)), nextCursor })
    },
  })

  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { params: DisputeParams, response: { 200: Done(DisputeView) } },
    handler: async request =>
      done(await detailFor(needs, request, await readDispute(needs, request.merchantId, request.params.disputeId))),
  })

  app.post(`${path}/files`, {
    config: { may: 'disputes.defend', act: 'dispute.upload' },
    schema: { params: DisputeParams, body: UploadForm, response: { 201: Done(Upload) } },
    handler: async (request, reply) => reply.code(201).send(done(await uploadFor(needs, request))),
  })

  app.get(`${path}/files/:fileId`, {
    config: { may: 'transactions.read' },
    schema: { params: FileParams, querystring: ContentQuery },
    handler: async (request, reply) => {
      const { merchantId, params } = request
      const { id } = await readDispute(needs, merchantId, params.disputeId)
      const { document, bytes } = await openDocument(needs, merchantId, params.fileId)
      if (document.disputeId !== id) throw new ApiError('DocumentNotFound')
      const headers = request.query.download === true ? attachmentHeaders(document) : previewHeaders(document)
      return reply.headers(headers).send(bytes)
    },
  })

  app.post(`${path}/defence`, {
    config: { may: 'disputes.defend', act: 'dispute.defend' },
    schema: { params: DisputeParams, body: DefenceForm, response: { 200: Done(DisputeView) } },
    handler: async request => {
      const { merchantId, params, body } = request
      const known = await readDispute(needs, merchantId, params.disputeId)
      const { id: disputeId, bankReference } = known
      const details = { bankReference, files: body.files.length, ...stateChanges(known, 'defend') }
      const audit = auditOf(request, { subject: disputeId, details })
      const defence = { text: body.text.trim(), files: body.files }
      const dispute = await defendDispute(needs, { merchantId, disputeId, ...defence, audit })
      return done(await detailFor(needs, request, dispute))
    },
  })

  app.post(`${path}/contest`, {
    config: { may: 'disputes.defend', act: 'dispute.contest' },
    schema: { params: DisputeParams, body: ContestForm, response: { 200: Done(DisputeView) } },
    handler: async request => done(await contestFor(needs, request)),
  })
}

/**
 * Operators see the disputes of all merchants, enter those that no bank reports, and decide. Decisions move money, so
 * they must be confirmed; a large return takes two.
 */
export async function operatorDisputeRoutes(
  app: App,
  needs: Needs & OpenNeeds & EndNeeds & { operatorActions: Pick<OperatorActions, 'define'> },
) {
  app.get('/operator/disputes', {
    config: { may: 'platform.read' },
    schema: { querystring: AllDisputesQuery, response: { 200: Done(DisputeList) } },
    handler: async request => {
      const { state = 'UnderWay', limit = 20, cursor } = request.query
      const { items, nextCursor } = await listAllDisputes(needs, { state, limit, cursor })
      return done({ items: items.map(one => disputeItem(one, { ...one, name: one.merchantName })), nextCursor })
    },
  })

  app.post('/operator/merchants/:merchantId/disputes', {
    config: { may: 'disputes.decide', act: 'dispute.open', confirmed: true },
    schema: { body: CaseForm, response: { 201: Done(DisputeItem) } },
    handler: async (request, reply) => {
      const { merchantId, body } = request
      const merchant = await needs.readMerchant(merchantId)
      const id = uuidv7(needs.clock().getTime())
      const { transactionId, amount } = body
      const bankReference = body.bankReference.trim()
      const details = { transactionId, bankReference, amount: amount ?? null }
      const { dispute } = await openDispute(needs, {
        merchantId,
        id,
        transactionId: transactionId.trim(),
        bankReference,
        openedBy: 'operator',
        enteredBy: signedInOf(request).person.id,
        reason: body.reason,
        details: body.details?.trim() || null,
        amount: amount === undefined ? undefined : parseAmount(amount),
        audit: auditOf(request, { subject: id, details }),
      })
      return reply.code(201).send(done(disputeItem(dispute, merchant)))
    },
  })

  /** What a decision is about, for the person who approves it and for the audit log. */
  async function deciding(request: DecisionRequest, act: 'return' | 'release') {
    const known = await readDispute(needs, request.merchantId, request.params.disputeId)
    const { bankReference, blockedAmount } = known
    const note = request.body.note.trim()
    const details = { bankReference, amount: formatAmount(blockedAmount), note, ...stateChanges(known, act) }
    await refuseWhereBankDecides(needs, known, act)
    return { known, details }
  }

  const giveBack = needs.operatorActions.define<Returning, Dispute>('dispute.return', {
    perform: ({ blocked, ...input }, { audit }) => returnDispute(needs, { ...input, judged: BigInt(blocked), audit }),
    basis: async ({ merchantId, disputeId }) => {
      const { state, blockedAmount } = await readDispute(needs, merchantId, disputeId)
      return { state, blockedAmount: formatAmount(blockedAmount) }
    },
  })

  app.post('/operator/merchants/:merchantId/disputes/:disputeId/return', {
    config: configOf('dispute.return'),
    schema: { params: DisputeParams, body: DecisionForm, response: { 200: Done(DisputeView), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { known, details } = await deciding(request, 'return')
      const { id: disputeId, blockedAmount: amount } = known
      const asked = {
        subject: disputeId,
        merchantId,
        details,
        amount,
        input: { merchantId, disputeId, blocked: `${amount}` },
      }
      const outcome = await giveBack(askingOf(request), asked)
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return done(await detailFor(needs, request, outcome.result))
    },
  })

  app.post('/operator/merchants/:merchantId/disputes/:disputeId/release', {
    config: { may: 'disputes.decide', act: 'dispute.release', confirmed: true },
    schema: { params: DisputeParams, body: DecisionForm, response: { 200: Done(DisputeView) } },
    handler: async request => {
      const { merchantId } = request
      const { known, details } = await deciding(request, 'release')
      const audit = auditOf(request, { subject: known.id, details })
      const dispute = await releaseDispute(needs, { merchantId, disputeId: known.id, audit })
      return done(await detailFor(needs, request, dispute))
    },
  })

  app.post('/operator/merchants/:merchantId/disputes/:disputeId/files', {
    config: { may: 'disputes.decide', act: 'dispute.upload' },
    schema: { params: DisputeParams, body: UploadForm, response: { 201: Done(Upload) } },
    handler: async (request, reply) => reply.code(201).send(done(await uploadFor(needs, request))),
  })

  app.post('/operator/merchants/:merchantId/disputes/:disputeId/contest', {
    config: { may: 'disputes.decide', act: 'dispute.contest', confirmed: true },
    schema: { params: DisputeParams, body: ContestForm, response: { 200: Done(DisputeView) } },
    handler: async request => done(await contestFor(needs, request)),
  })

  app.post('/operator/merchants/:merchantId/disputes/:disputeId/contest/outcome', {
    config: { may: 'disputes.decide', act: 'dispute.endContest', confirmed: true },
    schema: { params: DisputeParams, body: ContestOutcomeForm, response: { 200: Done(DisputeView) } },
    handler: async request => {
      const { merchantId, params, body } = request
      const { id: disputeId, bankReference } = await readDispute(needs, merchantId, params.disputeId)
      const outcome = { outcome: body.outcome, note: body.note.trim() }
      const audit = auditOf(request, { subject: disputeId, details: { bankReference, ...outcome } })
      return done(
        await detailFor(needs, request, await endContest(needs, { merchantId, disputeId, ...outcome, audit })),
      )
    },
  })
}

/** `blocked`: the amount, in millionths, that the decision is about. */
type Returning = { merchantId: string; disputeId: string; blocked: string }

type DecisionRequest = { merchantId: string; params: DisputeParams; body: DecisionForm }
