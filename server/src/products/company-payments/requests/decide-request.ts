import { type Audit, withDetails } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { timeFor } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { Door, Write } from '../../../money/transactions/door.ts'
import type { Transaction } from '../../../money/transactions/transaction.ts'
import {
  type DecisionInput,
  policyToCarryOut,
  recordApproval,
  recordCancellation,
  recordRejection,
} from '../../approvals/record-decision.ts'
import type { Policy } from '../../approvals/steps.ts'
import { type ReadRequest, isCompanyRequest, lockRequest, updateStatus } from './sql.ts'
import { type Decided, type RequestAct, decisionOf } from './states.ts'
import { requestEventView } from './views.ts'
import { formatAmount } from '../../../platform/brazil/money.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { decisionChanges } from '../../approvals/read-decision.ts'

export type Needs = { clock: () => Date; door: Door; readMerchant: ReadMerchant }

export type Decision = DecisionInput & { merchantId: string; requestId: string; audit?: Audit }

/**
 * One approver agrees. With the last one needed, the money is held and on its way; where it does not suffice, the
 * approval is refused and nothing has changed.
 */
export const approveRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  decide(needs, decision, 'approve', async (write, at, { request, decided }) => {
    const { isAgreed, policy } = await recordApproval({ tx: write.tx, at }, request, decision)
    return isAgreed ? settle(write, request, decided, policy) : request
  })

/** One approver's no is enough. */
export const rejectRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  decide(needs, decision, 'reject', async (write, at, { request, decided }) => {
    const { policy } = await recordRejection({ tx: write.tx, at }, request, decision)
    return settle(write, request, decided, policy)
  })

/** Cancelled by somebody who may make requests: while it is pending, or approved and not yet sent to the bank. */
export const cancelRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  decide(needs, decision, 'cancel', async (write, at, { request, decided }) => {
    const { policy } = await recordCancellation({ tx: write.tx, at }, request, decision)
    return settle(write, request, decided, policy)
  })

/** A request that was agreed to together with others, and has their steps as its own. */
export async function carryOut(write: Write, request: ReadRequest): Promise<ReadRequest> {
  const decided = decisionOf(request.status, 'approve')
  if (decided === undefined) throw new Error(`payment request ${request.id} is ${request.status}`)
  return settle(write, request, decided, await policyToCarryOut(write.tx, request.merchantId))
}

type Case = { request: ReadRequest; decided: Decided }

/** The audit entry is written under the lock of the request, so it has the progress that this decision really made. */
async function decide(
  needs: Needs,
  decision: Decision,
  act: RequestAct,
  work: (write: Write, at: Date, open: Case) => Promise<ReadRequest>,
): Promise<ReadRequest> {
  const at = await timeFor(needs, decision.merchantId)
  return needs.door.commit(async write => {
    const open = await openCase(write, decision, act)
    const audit = await auditOfDecision(write.tx, open, act, decision)
    const after = await work(write, at, open)
    await recordAudit(write.tx, audit)
    return after
  })
}

/** What is decided on, under its lock: one at a time, only as the table of states allows. */
async function openCase({ tx }: Write, { merchantId, requestId }: Decision, act: RequestAct): Promise<Case> {
  const request = isUuid(requestId) ? await lockRequest(tx, merchantId, requestId) : undefined
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  const decided = decisionOf(request.status, act)
  if (decided === undefined)
    throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${request.status}` })
  return { request, decided }
}

/** Gives the request its status and lets the decision happen to its transaction, with the money and the event. */
async function settle(write: Write, request: ReadRequest, { from, to, transaction, event }: Decided, policy: Policy) {
  const { merchantId, transactionId: id } = request
  await updateStatus(write.tx, request, to)
  const payloadsOf = (after: Transaction, transactionEvent: object) => {
    // Merchants' programs know company payments only; a withdrawal is reported by the events of its transaction.
    if (!isCompanyRequest(request)) return to === 'Approved' ? [] : [transactionEvent]
    const requestEvent = requestEventView(event, { ...request, status: to, ...executionOf(after) })
    return from === 'Approved' ? [transactionEvent, requestEvent] : [requestEvent]
  }
  const applied = write.apply({
    merchantId,
    id,
    event: { kind: transaction, webhookUrl: policy.webhookUrl },
    payloadsOf,
  })
  const { before, transaction: after } = await applied.catch((error: unknown) => {
    const isOnItsWay = error instanceof ApiError && error.reason === 'TransactionStateNotAllowed'
    throw from === 'Approved' && isOnItsWay ? new ApiError('PaymentRequestAlreadyExecuted') : error
  })
  // What the bank has registered is not taken back, though the transaction itself could still be cancelled there.
  if (before.state === 'Registered') throw new ApiError('PaymentRequestAlreadyExecuted')
  return { ...request, status: to, ...executionOf(after) }
}

const executionOf = ({ state, registeredAt, completedAt, errorAt, cancelledAt }: Transaction) => ({
  executionState: state,
  executionRegisteredAt: registeredAt ?? completedAt,
  executionEndedAt: completedAt ?? errorAt ?? cancelledAt,
})

async function auditOfDecision(tx: Tx, { request, decided }: Case, act: RequestAct, { by, comment, audit }: Decision) {
  const { amount, receiverName, status: state } = request
  const changes = await decisionChanges(tx, request, { state, act, to: decided.to, by })
  return audit && withDetails(audit, { amount: formatAmount(amount), receiver: receiverName, comment, ...changes })
}

/** Only while a request is pending; under its lock, so that nobody decides meanwhile. */
export async function refuseDecided(tx: Tx, merchantId: string, id: string): Promise<void> {
  const request = await lockRequest(tx, merchantId, id)
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  if (request.status !== 'Pending')
    throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${request.status}` })
}
