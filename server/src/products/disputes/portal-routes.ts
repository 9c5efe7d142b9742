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
import { auditOf, mayAlso, signedInOf } from '../../tenancy/people/portal-edge.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { addDefenceFile, bankThatDecides, defendDispute, refuseWhereBankDecides } from './defend-dispute.ts'
import { type Dispute, type DisputeAct, type DisputeState, disputeMove } from './states.ts'
import {
  AllDisputesQuery,
  CaseForm,
  DecisionForm,
  DefenceForm,
  DisputeItem,
  DisputeList,
  DisputeParams,
  DisputesQuery,
  DisputeView,
  FileParams,
  MerchantParams,
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
}

const path = '/merchants/:merchantId/disputes/:disputeId'

/** The page of a dispute, with what the viewer may read and do. */
export async function detailFor(needs: Needs, request: FastifyRequest, dispute: Dispute): Promise<DisputeView> {
  const { merchantId, transactionId, defenceFiles } = dispute
  const [merchant, transaction, files, bank] = await Promise.all([
    needs.readMerchant(merchantId),
    needs.readTransaction(merchantId, transactionId),
    Promise.all(defenceFiles.map(id => readDocument(needs, merchantId, id))),
    bankThatDecides(needs, dispute),
  ])
  return disputeDetail(dispute, {
    merchant,
    bank,
    transaction,
    files: files.map(documentItem),
    now: clockOf(needs, merchant),
    mayDefend: mayAlso(request, 'disputes.defend'),
    mayDecide: mayAlso(request, 'platform.manage'),
  })
}

/** For the audit log: the change of state by an action; empty if it will be refused. */
export const stateChanges = ({ state }: Dispute, act: DisputeAct) =>
  changesOf<{ state: DisputeState }>({ state }, { state: disputeMove(state, act)?.to ?? state })

/** Disputes for a merchant's people: the same as in the API. Operators can read these pages too. */
export async function disputePortalRoutes(app: App, needs: Needs) {
  app.get('/merchants/:merchantId/disputes', {
    config: { may: 'transactions.read' },
    schema: { params: MerchantParams, querystring: DisputesQuery, response: { 200: Done(DisputeList) } },
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
    handler: async (request, reply) => {
      const { merchantId, params, body } = request
      const { id: disputeId } = await readDispute(needs, merchantId, params.disputeId)
      const id = uuidv7(needs.clock().getTime())
      const { fileName } = body
      const audit = auditOf(request, { subject: disputeId, details: { fileName, id } })
      const { address } = await addDefenceFile(needs, { merchantId, disputeId, id, fileName, audit })
      return reply.code(201).send(done({ id, address: needs.storage.put === undefined ? address : pathOf(address) }))
    },
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
}

const decisions = [
  ['return', returnDispute],
  ['release', releaseDispute],
] as const

/**
 * Operators see the disputes of all merchants, enter those that no bank reports, and decide. Decisions move money, so
 * they must be confirmed.
 */
export async function operatorDisputeRoutes(app: App, needs: Needs & OpenNeeds & EndNeeds) {
  app.get('/operator/disputes', {
    config: { may: 'platform.read' },
    schema: { querystring: AllDisputesQuery, response: { 200: Done(DisputeList) } },
    handler: async request => {
      const { state = 'UnderWay', limit = 20, cursor } = request.query
      const { items, nextCursor } = await listAllDisputes(needs, { isOver: state === 'Over', limit, cursor })
      return done({ items: items.map(one => disputeItem(one, { ...one, name: one.merchantName })), nextCursor })
    },
  })

  app.post('/operator/merchants/:merchantId/disputes', {
    config: { may: 'platform.manage', act: 'dispute.open', confirmed: true },
    schema: { params: MerchantParams, body: CaseForm, response: { 201: Done(DisputeItem) } },
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

  for (const [name, decide] of decisions)
    app.post(`/operator/merchants/:merchantId/disputes/:disputeId/${name}`, {
      config: { may: 'platform.manage', act: `dispute.${name}`, confirmed: true },
      schema: { params: DisputeParams, body: DecisionForm, response: { 200: Done(DisputeView) } },
      handler: async request => {
        const { merchantId, params, body } = request
        const known = await readDispute(needs, merchantId, params.disputeId)
        const { id, bankReference, blockedAmount } = known
        const changes = stateChanges(known, name)
        const details = { bankReference, amount: formatAmount(blockedAmount), note: body.note.trim(), ...changes }
        await refuseWhereBankDecides(needs, known)
        const dispute = await decide(needs, {
          merchantId,
          disputeId: id,
          audit: auditOf(request, { subject: id, details }),
        })
        return done(await detailFor(needs, request, dispute))
      },
    })
}
