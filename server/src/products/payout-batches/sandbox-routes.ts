import type { App } from '../../platform/http/app-type.ts'
import { sandboxApprover } from '../approvals/step.ts'
import { DecisionRequest } from '../approvals/schemas.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { type Needs, approveBatch, rejectBatch } from './decide-batch.ts'
import { readBatch } from './read-batch.ts'
import { refuseWithoutScope } from './routes.ts'
import { BatchData, BatchParams } from './schemas.ts'
import { batchView } from './views.ts'

const decisions = {
  approve: [approveBatch, 'Simulate that all approvers approve a batch'],
  reject: [rejectBatch, 'Simulate that an approver rejects a batch'],
} as const

/** Stands in for the approvers of the portal, so that the whole flow can be tested by API. */
export async function sandboxBatchRoutes(app: App, needs: Needs) {
  for (const [act, [decide, summary]] of Object.entries(decisions))
    app.put(`/sandbox/payout-batches/${act}/:batchId`, {
      config: { scope: 'any', optionalBody: true },
      schema: {
        operationId: `${act}PayoutBatch`,
        tags: ['Sandbox'],
        summary,
        description: "The same as a decision in the portal: the batch's webhook address is notified.",
        params: BatchParams,
        body: DecisionRequest,
        response: {
          200: Done(BatchData),
          ...refusals(400, 401, 403, 429, 'PayoutBatchNotFound'),
          ...refusals('PayoutBatchStateNotAllowed', 'InsufficientBalance', 'LimitExceeded', 'ApproverNotAllowed'),
        },
      },
      handler: async request => {
        const { merchantId, params, body } = request
        const { id: batchId, kind } = await readBatch(needs, merchantId, params.batchId)
        refuseWithoutScope(request, kind)
        const decision = { merchantId, batchId, by: sandboxApprover, comment: body.comment ?? null, forAll: true }
        return done(batchView(await decide(needs, decision)))
      },
    })
}
