import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type CompanyRequest, type ReadRequest, isCompanyRequest, selectRequest, selectRequestOf } from './sql.ts'
import { type Receiver, type ReceiverAccount, readAccount, readReceiver } from '../receivers/read-receiver.ts'
import { type Decision, type Viewer, readDecision, readSteps } from '../../approvals/read-decision.ts'

async function readRequest(needs: { sql: Sql }, merchantId: string, id: string): Promise<ReadRequest> {
  const request = isUuid(id) ? await selectRequest(needs.sql, merchantId, id) : undefined
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  return request
}

/** For the API and for invoices, which know company payments only. */
export async function readCompanyRequest(needs: { sql: Sql }, merchantId: string, id: string): Promise<CompanyRequest> {
  const request = await readRequest(needs, merchantId, id)
  if (!isCompanyRequest(request)) throw new ApiError('PaymentRequestNotFound')
  return request
}

/** Everything an approver sees before deciding on a request. */
export type RequestCase = Decision & {
  request: ReadRequest
  /** Nulls: a withdrawal. */
  receiver: Receiver | null
  account: ReceiverAccount | null
}

export async function readCase(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, requestId, viewer }: { merchantId: string; requestId: string; viewer: Viewer },
): Promise<RequestCase> {
  const request = await readRequest(needs, merchantId, requestId)
  const isPending = request.status === 'Pending'
  const isUnderway = request.status === 'Approved' && request.executionState === 'Created'
  const [decision, receiver, account] = await Promise.all([
    readDecision(needs, { ...request, isPending, canBeTakenBack: isPending || isUnderway }, viewer),
    request.receiverId === null ? null : readReceiver(needs, merchantId, request.receiverId),
    request.accountId === null ? null : readAccount(needs, merchantId, request.accountId),
  ])
  return { ...decision, request, receiver, account }
}

/** Who requested the payment behind a transaction and who decided on it. Null: it needed no approval. */
export const approvalsReader = (needs: { sql: Sql }) => async (merchantId: string, transactionId: string) => {
  const request = await selectRequestOf(needs.sql, merchantId, transactionId)
  if (request === undefined) return null
  const steps = await readSteps(needs, request)
  return { requestId: request.id, status: request.status, steps }
}
