import type { Micros } from '../../platform/brazil/money.ts'
import type { Actor, ApprovalStep } from './step.ts'

/** Who must agree to a merchant's payments. */
export type ApprovalPolicy = { approversNeeded: number; operatorApprovesAbove: Micros | null }

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
