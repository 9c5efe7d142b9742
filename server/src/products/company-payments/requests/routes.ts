import type { App } from '../../../platform/http/app-type.ts'
import { readSteps } from '../../approvals/read-decision.ts'
import { Done, DoneWithoutData, done } from '../../../platform/http/envelope.ts'
import { parseAmount } from '../../../platform/brazil/money.ts'
import { periodOf } from '../../../platform/http/paging.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { IdempotencyHeaders } from '../../../money/transactions/schemas.ts'
import { keyActorId, sandboxApprover } from '../../approvals/steps.ts'
import { createRequest } from './create-request.ts'
import {
  type Needs,
  type Needs as DecisionNeeds,
  approveRequest,
  cancelRequest,
  rejectRequest,
} from './decide-request.ts'
import { listRequests } from './list-requests.ts'
import { readCompanyRequest } from './read-request.ts'
import {
  CreatedPaymentRequest,
  PaymentRequestData,
  PaymentRequestDetail,
  PaymentRequestPage,
  PaymentRequestRequest,
  RequestParams,
  RequestsQuery,
} from './schemas.ts'
import { readFilteredStatus } from './states.ts'
import { createdRequestView, requestView, stepView } from './views.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { DecisionRequest } from '../../approvals/schemas.ts'

const tags = ['Company payments']
const config = { scope: 'company-payments' } as const

export async function requestRoutes(app: App, needs: DecisionNeeds & Parameters<typeof createRequest>[0]) {
  /** A program asks in the merchant's name, under its access key. */
  const actorOf = async ({ merchantId, keyId }: { merchantId: string; keyId: string }) =>
    ({ id: keyActorId(keyId), name: (await needs.readMerchant(merchantId)).name, realm: 'Partner' }) as const

  app.post('/accounts/transaction-requests', {
    config,
    schema: {
      operationId: 'createPaymentRequest',
      tags,
      summary: 'Create a payment request',
      description: 'The request waits for approval in the portal; the money is held when it is approved.',
      headers: IdempotencyHeaders,
      body: PaymentRequestRequest,
      response: {
        201: Done(CreatedPaymentRequest),
        ...refusals('ReceiverNotFound', 'BankAccountNotFound'),
        ...refusals(
          'ReceiverNotApproved',
          'BankAccountNotAllowed',
          'AmountNotAllowed',
          'LimitExceeded',
          'OrderIdConflict',
        ),
      },
    },
    handler: async (request, reply) => {
      const { amount, description, refReceiver, refBankAccount } = request.body
      const created = await createRequest(needs, {
        merchantId: request.merchantId,
        amount: parseAmount(amount),
        description,
        receiverId: refReceiver,
        accountId: refBankAccount,
        requestedBy: await actorOf(request),
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (created.replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done({ ...createdRequestView(created.request), refReceiver, refBankAccount }))
    },
  })

  app.put('/accounts/transaction-requests/cancel/:trId', {
    config,
    schema: {
      operationId: 'cancelPaymentRequest',
      tags,
      summary: 'Cancel a payment request',
      description: 'Only while it is pending, or approved and not yet sent to the bank.',
      params: RequestParams,
      response: {
        200: DoneWithoutData,
        ...refusals('PaymentRequestNotFound', 'PaymentRequestNotPending', 'PaymentRequestAlreadyExecuted'),
      },
    },
    handler: async request => {
      const { merchantId, params } = request
      const { id: requestId } = await readCompanyRequest(needs, merchantId, params.trId)
      await cancelRequest(needs, { merchantId, requestId, by: await actorOf(request), comment: null })
      return { statusCode: 'Done' as const }
    },
  })

  app.get('/accounts/transaction-requests', {
    config,
    schema: {
      operationId: 'listPaymentRequests',
      tags,
      summary: 'List payment requests, newest first',
      description: 'Filtered by status and time of creation.',
      querystring: RequestsQuery,
      response: { 200: Done(PaymentRequestPage) },
    },
    handler: async request => {
      const { status, 'dataset.limit': limit, 'dataset.offset': offset } = request.query
      const { merchantId } = request
      const filter = { merchantId, status: readFilteredStatus(status), ...periodOf(request.query) }
      const page = await listRequests(needs, { ...filter, limit, offset })
      return done({ limit, offset, ...page, items: page.items.map(requestView) })
    },
  })

  app.get('/accounts/transaction-requests/:trId', {
    config,
    schema: {
      operationId: 'readPaymentRequest',
      tags,
      summary: 'Read a payment request and its approval flow',
      description: 'The request, the status of its payment, and every decision.',
      params: RequestParams,
      response: { 200: Done(PaymentRequestDetail), ...refusals('PaymentRequestNotFound') },
    },
    handler: async request => {
      const found = await readCompanyRequest(needs, request.merchantId, request.params.trId)
      return done({ entity: requestView(found), flows: (await readSteps(needs, found)).map(stepView) })
    },
  })
}

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
          ...refusals('PaymentRequestNotFound'),
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
