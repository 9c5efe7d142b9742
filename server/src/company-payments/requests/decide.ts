import type { Sql, Tx } from '../../db/db.ts'
import { ApiError } from '../../http/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { EventDoor, Written } from '../../transactions/apply-event.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { type Actor, stepOf } from './approval-step.ts'
import {
  type Policy,
  type ReadRequest,
  insertStep,
  lockRequest,
  selectPolicy,
  selectSteps,
  updateStatus,
} from './sql.ts'
import { asksOperator } from './approval-progress.ts'
import { type RequestAct, type RequestTransition, requestTransitions } from './states.ts'
import { requestEventView } from './views.ts'

export type Needs = { sql: Sql; clock: () => Date; runsPayouts: boolean } & Pick<EventDoor, 'applyWithin' | 'tell'>

export type Decision = { merchantId: string; requestId: string; by: Actor; comment: string | null }

type Settled = { request: ReadRequest; written: Written | null }

/** Everything a decision is taken on, under the lock of the request and its transaction. */
export type Case = { request: ReadRequest; transition: RequestTransition; policy: Policy }

/**
 * What approving, rejecting and cancelling have in common: one at a time for a request, only as the table of states
 * allows, all or nothing, and the merchant is told after the commit.
 */
export async function decide(
  needs: Needs,
  { merchantId, requestId }: Decision,
  act: RequestAct,
  judge: (tx: Tx, open: Case) => Promise<Settled>,
): Promise<ReadRequest> {
  const { request, written } = await needs.sql.begin(async tx => {
    const request = isUuid(requestId) ? await lockRequest(tx, merchantId, requestId) : undefined
    if (request === undefined) throw new ApiError('PaymentRequestNotFound')
    const transition = requestTransitions.find(row => row[0] === request.status && row[1] === act)
    if (transition === undefined)
      throw new ApiError('PaymentRequestNotPending', { message: `the payment request is ${request.status}` })
    return judge(tx, { request, transition, policy: await selectPolicy(tx, merchantId) })
  })
  if (written !== null) needs.tell(written)
  return request
}

/**
 * Four eyes: whoever has a step already, the one who asked for the payment first of all, cannot decide on it. And the
 * operator decides only where the policy asks for the operator: the rest is the merchant's own.
 */
export async function refuseUnentitled(tx: Tx, { request, policy }: Case, by: Actor): Promise<void> {
  const { merchantId, id, amount } = request
  if (by.realm === 'Operator' && !asksOperator(policy, amount))
    throw new ApiError('ApproverNotAllowed', { message: 'the policy does not ask for the operator' })
  const steps = await selectSteps(tx, merchantId, id)
  if (steps.some(step => step.userId === by.id)) throw new ApiError('ApproverNotAllowed')
}

/** Writes down who decided what. */
export const record = (tx: Tx, { clock }: Needs, { request, transition }: Case, { by, comment }: Decision) =>
  insertStep(tx, stepOf(request, { by, status: transition[2], comment, at: clock() }))

/** Gives the request its status and lets the decision happen to its transaction, with the money and the event. */
export async function settle(tx: Tx, needs: Needs, { request, transition, policy }: Case) {
  const [from, , status, kind, event] = transition
  const { merchantId, transactionId: id } = request
  await updateStatus(tx, request, status)
  const tells = (after: Transaction, transactionEvent: object) => {
    const told = requestEventView(event, { ...request, status, ...executionOf(after) })
    return from === 'Approved' ? [transactionEvent, told] : [told]
  }
  const [written] = await needs.applyWithin(tx, [
    { merchantId, id, event: { kind, webhookUrl: policy.webhookUrl }, tells },
  ])
  if (written === undefined || written instanceof Error) throw written ?? new Error('nothing was applied')
  return { request: { ...request, status, ...executionOf(written.transaction) }, written }
}

const executionOf = ({ state, registeredAt, completedAt, errorAt, cancelledAt }: Transaction) => ({
  executionState: state,
  executionRegisteredAt: registeredAt ?? completedAt,
  executionEndedAt: completedAt ?? errorAt ?? cancelledAt,
})
