import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'

/** What a step says: the payment was requested (`Pending`), approved, rejected or cancelled. */
export const stepStatuses = ['Pending', 'Approved', 'Rejected', 'Cancelled'] as const
type StepStatus = (typeof stepStatuses)[number]

/** Who acts: a person of the portal, or a program with an access key. */
export type Actor = { id: string; name: string; realm: 'Partner' | 'Operator' }

export const keyActorId = (keyId: string): string => `key:${keyId}`

/** Stands in for all the approvers of the portal, so that the whole flow can be tested by API. */
export const sandboxApprover = { id: 'sandbox', name: 'Sandbox Approver', realm: 'Partner' } as const

/** A row of `approval_steps`: who requested a payment or a batch of payments (`requestId`), or decided on it. */
export type ApprovalStep = {
  merchantId: string
  requestId: string
  id: string
  at: Date
  userId: string
  userName: string
  realm: Actor['realm']
  status: StepStatus
  comment: string | null
}

/** A step with the people who stand behind it: those who made and confirmed the access key, where it was done by one. */
export type ReadStep = ApprovalStep & { behind: string[] }

/** The person who made or confirmed an access key counts as the requester of payments requested with it. */
export const isStepOf = (personId: string, { userId, behind }: ReadStep): boolean =>
  userId === personId || behind.includes(personId)

/** What somebody said, and when. */
export type Step = { by: Actor; status: StepStatus; comment: string | null; at: Date }

export const stepOf = (
  request: { merchantId: string; id: string },
  { by, status, comment, at }: Step,
): ApprovalStep => ({
  merchantId: request.merchantId,
  requestId: request.id,
  id: uuidv7(at.getTime()),
  at,
  userId: by.id,
  userName: by.name,
  realm: by.realm,
  status,
  comment,
})

/** Who must agree to a merchant's payments. */
export type ApprovalPolicy = { approversNeeded: number; operatorApprovesAbove: Micros | null }
export type Policy = ApprovalPolicy & Pick<Merchant, 'state' | 'webhookUrl'>

/** How far the approval of a request is. */
export type ApprovalProgress = {
  approversNeeded: number
  approvalsGiven: number
  operatorNeeded: boolean
  operatorAgreed: boolean
}

/** The limit itself is not above the limit. */
export const asksOperator = ({ operatorApprovesAbove }: ApprovalPolicy, amount: Micros): boolean =>
  operatorApprovesAbove !== null && amount > operatorApprovesAbove

export function progressOf(policy: ApprovalPolicy, amount: Micros, steps: ApprovalStep[]): ApprovalProgress {
  const approved = steps.filter(step => step.status === 'Approved')
  return {
    approversNeeded: policy.approversNeeded,
    approvalsGiven: approved.filter(step => step.realm === 'Partner').length,
    operatorNeeded: asksOperator(policy, amount),
    operatorAgreed: approved.some(step => step.realm === 'Operator'),
  }
}

/** What one more yes makes of it. */
export const withOneMore = (progress: ApprovalProgress, { realm }: Actor): ApprovalProgress =>
  realm === 'Operator'
    ? { ...progress, operatorAgreed: true }
    : { ...progress, approvalsGiven: progress.approvalsGiven + 1 }

export const isAgreed = (progress: ApprovalProgress): boolean =>
  progress.approvalsGiven >= progress.approversNeeded && (!progress.operatorNeeded || progress.operatorAgreed)
