import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { type Needs, approveRequest, rejectRequest } from './decide.ts'
import { readCompanyRequest } from './read-request.ts'
import { DecisionRequest } from '../../approvals/schemas.ts'
import { sandboxApprover } from '../../approvals/step.ts'
import { PaymentRequestData, RequestParams } from './schemas.ts'
import { requestView } from './views.ts'

const decisions = {
  approve: [approveRequest, 'Simulate that all approvers approve a payment request'],
  reject: [rejectRequest, 'Simulate that an approver rejects a payment request'],
} as const

export async function sandboxApprovalRoutes(app: App, needs: Needs & { sql: Sql }) {
  for (const [act, [decide, summary]] of Object.entries(decisions)) {
    app.put(`/sandbox/transaction-requests/${act}/:trId`, {
      config: { scope: 'company-payments', optionalBody: true },
      schema: {
        operationId: `${act}PaymentRequest`,
        tags: ['Sandbox'],
        summary,
        description: "The same as a decision in the portal: the merchant's webhook address is notified.",
        params: RequestParams,
        body: DecisionRequest,
        response: {
          200: Done(PaymentRequestData),
          ...refusals(400, 401, 403, 429, 'PaymentRequestNotFound'),
          ...refusals('PaymentRequestNotPending', 'InsufficientBalance', 'LimitExceeded', 'ApproverNotAllowed'),
        },
      },
      handler: async request => {
        const { merchantId, params, body } = request
        const found = await readCompanyRequest(needs, merchantId, params.trId)
        const decision = { merchantId, requestId: found.id, by: sandboxApprover, comment: body.comment ?? null }
        const decided = await decide(needs, { ...decision, forAll: true })
        const { receiverId, accountId } = found
        return done(requestView({ ...decided, receiverId, accountId }))
      },
    })
  }
}
