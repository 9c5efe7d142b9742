import { formatAmount, parseAmount } from '../../platform/brazil/money.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { actorOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { type Needs as EndNeeds, releaseDispute, returnDispute } from './end-dispute.ts'
import { type Needs as OpenNeeds, openDispute } from './open-dispute.ts'
import { type Needs as PageNeeds, detailFor, stateChanges } from './portal-routes.ts'
import {
  AllDisputesQuery,
  CaseForm,
  DecisionForm,
  DisputeItem,
  DisputeList,
  DisputeParams,
  DisputeView,
  MerchantParams,
} from './portal-schemas.ts'
import { disputeItem } from './portal-views.ts'
import { listAllDisputes, readDispute } from './read-dispute.ts'
import { refuseWhereBankDecides } from './who-decides.ts'

const decisions = [
  ['return', returnDispute],
  ['release', releaseDispute],
] as const

/** Operators see the disputes of all merchants, enter those that no bank tells by itself, and decide. Money moves: confirmed. */
export async function operatorDisputeRoutes(app: App, needs: PageNeeds & OpenNeeds & EndNeeds) {
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
    config: { may: 'platform.manage', confirmed: true },
    schema: { params: MerchantParams, body: CaseForm, response: { 201: Done(DisputeItem) } },
    handler: async (request, reply) => {
      const { merchantId, body } = request
      const merchant = await needs.readMerchant(merchantId)
      const id = uuidv7(needs.clock().getTime())
      const { transactionId, amount } = body
      const bankReference = body.bankReference.trim()
      const details = { transactionId, bankReference, amount: amount ?? null }
      const act = { act: 'dispute.open', subject: id, details } as const
      const { dispute } = await recordAudit(needs, { ...actorOf(request), merchantId }, act, () =>
        openDispute(needs, {
          merchantId,
          id,
          transactionId: transactionId.trim(),
          bankReference,
          openedBy: 'operator',
          enteredBy: signedInOf(request).person.id,
          reason: body.reason,
          details: body.details?.trim() || null,
          amount: amount === undefined ? undefined : parseAmount(amount),
        }),
      )
      return reply.code(201).send(done(disputeItem(dispute, merchant)))
    },
  })

  for (const [name, decide] of decisions)
    app.post(`/operator/merchants/:merchantId/disputes/:disputeId/${name}`, {
      config: { may: 'platform.manage', confirmed: true },
      schema: { params: DisputeParams, body: DecisionForm, response: { 200: Done(DisputeView) } },
      handler: async request => {
        const { merchantId, params, body } = request
        const known = await readDispute(needs, merchantId, params.disputeId)
        const { id, bankReference, blockedAmount } = known
        const changes = stateChanges(known, name)
        const details = { bankReference, amount: formatAmount(blockedAmount), note: body.note.trim(), ...changes }
        const act = { act: `dispute.${name}`, subject: id, details } as const
        const dispute = await recordAudit(needs, { ...actorOf(request), merchantId }, act, async () => {
          await refuseWhereBankDecides(needs, known)
          return decide(needs, { merchantId, disputeId: id })
        })
        return done(await detailFor(needs, request, dispute))
      },
    })
}
