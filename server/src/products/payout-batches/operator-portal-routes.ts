import { ApproveForm, RejectForm } from '../approvals/portal-schemas.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { actorOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { batchesForOperator } from './browse-batches.ts'
import { type Needs, approveBatch, rejectBatch, stopBatch } from './decide-batch.ts'
import { decisionDetails } from './decision-details.ts'
import { BatchParams, MadeBatch, QueueList } from './portal-schemas.ts'
import { batchItem } from './portal-views.ts'
import { readBatch } from './read-batch.ts'

/**
 * Batches above their merchant's limit need the operator's word too: beside the merchant's approvers, never instead. Any that
 * runs can be stopped, also while its merchant is suspended: that pays nothing. Its people read why.
 */
const decisions = [
  // act       use case      body         confirmed
  ['approve', approveBatch, ApproveForm, true],
  ['reject', rejectBatch, RejectForm, false],
  ['stop', stopBatch, RejectForm, true],
] as const

export async function operatorBatchRoutes(app: App, needs: Needs) {
  app.get('/operator/payout-batches', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(QueueList) } },
    handler: async request => {
      const waiting = await batchesForOperator(needs, signedInOf(request).person.id)
      return done({ items: waiting.map(batch => batchItem(batch, batch.merchantName)) })
    },
  })

  for (const [act, decide, body, confirmed] of decisions)
    app.post(`/operator/merchants/:merchantId/payout-batches/:batchId/${act}`, {
      config: { may: 'platform.manage', confirmed },
      schema: { params: BatchParams, body, response: { 200: Done(MadeBatch) } },
      handler: async request => {
        const { merchantId, params } = request
        const { person } = signedInOf(request)
        const { comment = null } = request.body
        const batch = await readBatch(needs, merchantId, params.batchId)
        const { id } = batch
        const by = { id: person.id, name: person.name, realm: 'Operator' } as const
        const details = { ...(await decisionDetails(needs, batch, act, { by, comment })), realm: by.realm }
        await recordAudit(needs, actorOf(request), { act: `batch.${act}`, subject: id, details }, () =>
          decide(needs, { merchantId, batchId: id, by, comment }),
        )
        return done({ id })
      },
    })
}
