import type { Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { refuseSuspended } from '../../tenancy/merchants/suspension.ts'
import {
  type Actor,
  type Policy,
  type ReadStep,
  type Step,
  asksOperator,
  isAgreed,
  isStepOf,
  progressOf,
  stepOf,
} from './steps.ts'
import { insertSteps, selectPolicy, selectSteps } from './sql.ts'

/** What people decide on: a payment request, or a batch of payments with the sum of them. */
export type Subject = { merchantId: string; id: string; amount: Micros }

export type DecisionInput = {
  by: Actor
  comment: string | null
  /** The sandbox's approver, who speaks for as many as the policy asks for. */
  forAll?: boolean
}

/** The caller holds the lock of the request or batch, so that decisions are recorded one at a time. */
type Recording = { tx: Tx; at: Date }

/** One approver's yes. Answers whether all have agreed whom the policy asks for. */
export async function recordApproval({ tx, at }: Recording, subject: Subject, decision: DecisionInput) {
  const { policy, steps } = await entitled(tx, subject, decision.by)
  refuseSuspended(policy)
  const step = stepOf(subject, { ...decision, status: 'Approved', at })
  await insertSteps(tx, [step])
  const progress = progressOf(policy, subject.amount, [...steps, step])
  return { policy, isAgreed: decision.forAll === true || isAgreed(progress) }
}

/** One approver's no. */
export async function recordRejection(
  { tx, at }: Recording,
  subject: Subject,
  decision: DecisionInput,
): Promise<{ policy: Policy }> {
  const { policy } = await entitled(tx, subject, decision.by)
  await insertSteps(tx, [stepOf(subject, { ...decision, status: 'Rejected', at })])
  return { policy }
}

/** Cancelled by somebody who may make requests. */
export async function recordCancellation(
  { tx, at }: Recording,
  subject: Subject,
  decision: DecisionInput,
): Promise<{ policy: Policy }> {
  await insertSteps(tx, [stepOf(subject, { ...decision, status: 'Cancelled', at })])
  return { policy: await selectPolicy(tx, subject.merchantId) }
}

/** The policy of the merchant, for a request that was approved together with others and has their steps. */
export async function policyToCarryOut(tx: Tx, merchantId: string): Promise<Policy> {
  const policy = await selectPolicy(tx, merchantId)
  refuseSuspended(policy)
  return policy
}

/** The steps of a request that was approved together with others, or was only requested so far. */
export const recordSteps = (tx: Tx, subject: Pick<Subject, 'merchantId' | 'id'>, steps: readonly Step[]) =>
  insertSteps(
    tx,
    steps.map(step => stepOf(subject, step)),
  )

/** The first step of a batch: who requested it. */
export const recordRequester = ({ tx, at }: Recording, subject: Pick<Subject, 'merchantId' | 'id'>, by: Actor) =>
  insertSteps(tx, [stepOf(subject, { by, status: 'Pending', comment: null, at })])

/** Who is left out of the notification because they requested it, and whether the operator must approve. */
export async function audienceOf(tx: Tx, { merchantId, id, amount }: Subject) {
  const steps: ReadStep[] = await selectSteps(tx, merchantId, id)
  const policy = await selectPolicy(tx, merchantId)
  return {
    people: steps.flatMap(({ userId, behind }) => [userId, ...behind]),
    asksOperator: asksOperator(policy, amount),
  }
}

/**
 * Four eyes: a person who has a step already, the one who asked for the payment first of all, cannot decide on it; nor who
 * made or confirmed the access key by which it was asked for, because they may know its secret. And the
 * operator decides only where the policy asks for the operator: the rest is the merchant's own.
 */
async function entitled(tx: Tx, { merchantId, id, amount }: Subject, by: Actor) {
  const policy = await selectPolicy(tx, merchantId)
  const steps: ReadStep[] = await selectSteps(tx, merchantId, id)
  if (by.realm === 'Operator' && !asksOperator(policy, amount))
    throw new ApiError('ApproverNotAllowed', { message: 'the policy does not require the operator' })
  if (steps.some(step => step.behind.includes(by.id)))
    throw new ApiError('ApproverNotAllowed', {
      message: 'you created or confirmed the access key that requested the payment',
    })
  if (steps.some(step => isStepOf(by.id, step))) throw new ApiError('ApproverNotAllowed')
  return { policy, steps }
}
