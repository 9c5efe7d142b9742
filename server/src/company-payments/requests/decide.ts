import { ApiError } from '../../http/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Door, Write } from '../../transactions/door.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { asksOperator, isAgreed, progressOf } from './approval-progress.ts'
import { type Actor, type ReadStep, isStepOf, stepOf } from './approval-step.ts'
import {
  type Policy,
  type ReadRequest,
  insertStep,
  lockRequest,
  selectPolicy,
  selectSteps,
  updateStatus,
} from './sql.ts'
import { type Decided, type RequestAct, decisionOf } from './states.ts'
import { requestEventView } from './views.ts'

export type Needs = { clock: () => Date; door: Door }

export type Decision = {
  merchantId: string
  requestId: string
  by: Actor
  comment: string | null
  /** The sandbox's approver, who speaks for as many as the policy asks for. */
  forAll?: boolean
}

/**
 * One approver agrees. With the last one needed, the money is held and on its way; where it does not suffice, the
 * approval is refused and nothing has changed.
 */
export const approveRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  needs.door.commit(async write => {
    const { request, decided, policy, steps } = await openCase(write, decision, 'approve')
    refuseUnentitled(decision.by, request, policy, steps)
    const step = stepOf(request, { ...decision, status: decided.to, at: needs.clock() })
    await insertStep(write.tx, step)
    const progress = progressOf(policy, request.amount, [...steps, step])
    if (decision.forAll !== true && !isAgreed(progress)) return request
    return settle(write, request, decided, policy)
  })

/** One approver's no is enough. */
export const rejectRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  needs.door.commit(async write => {
    const { request, decided, policy, steps } = await openCase(write, decision, 'reject')
    refuseUnentitled(decision.by, request, policy, steps)
    await insertStep(write.tx, stepOf(request, { ...decision, status: decided.to, at: needs.clock() }))
    return settle(write, request, decided, policy)
  })

/** Taken back by whoever may ask: while it is pending, or approved with nothing of it gone to the bank yet. */
export const cancelRequest = (needs: Needs, decision: Decision): Promise<ReadRequest> =>
  needs.door.commit(async write => {
    const { request, decided, policy } = await openCase(write, decision, 'cancel')
    await insertStep(write.tx, stepOf(request, { ...decision, status: decided.to, at: needs.clock() }))
    return settle(write, request, decided, policy)
  })

/** Everything a decision is taken on, under the lock of the request: one at a time, only as the table of states allows. */
async function openCase({ tx }: Write, { merchantId, requestId }: Decision, act: RequestAct) {
  const request = isUuid(requestId) ? await lockRequest(tx, merchantId, requestId) : undefined
  if (request === undefined) throw new ApiError('PaymentRequestNotFound')
  const decided = decisionOf(request.status, act)
  if (decided === undefined)
    throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${request.status}` })
  const policy = await selectPolicy(tx, merchantId)
  return { request, decided, policy, steps: await selectSteps(tx, merchantId, request.id) }
}

/**
 * Four eyes: whoever has a step already, the one who asked for the payment first of all, cannot decide on it; nor who
 * made or confirmed the access key by which it was asked for, because they may know its secret. And the
 * operator decides only where the policy asks for the operator: the rest is the merchant's own.
 */
function refuseUnentitled(by: Actor, { amount }: ReadRequest, policy: Policy, steps: ReadStep[]): void {
  if (by.realm === 'Operator' && !asksOperator(policy, amount))
    throw new ApiError('ApproverNotAllowed', { message: 'the policy does not ask for the operator' })
  if (steps.some(step => step.behind.includes(by.id)))
    throw new ApiError('ApproverNotAllowed', {
      message: 'you made or confirmed the access key that asked for the payment',
    })
  if (steps.some(step => isStepOf(by.id, step))) throw new ApiError('ApproverNotAllowed')
}

/** Gives the request its status and lets the decision happen to its transaction, with the money and the event. */
async function settle(write: Write, request: ReadRequest, { from, to, transaction, event }: Decided, policy: Policy) {
  const { merchantId, transactionId: id } = request
  await updateStatus(write.tx, request, to)
  const tells = (after: Transaction, transactionEvent: object) => {
    const requestEvent = requestEventView(event, { ...request, status: to, ...executionOf(after) })
    return from === 'Approved' ? [transactionEvent, requestEvent] : [requestEvent]
  }
  const applied = write.apply({ merchantId, id, event: { kind: transaction, webhookUrl: policy.webhookUrl }, tells })
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
