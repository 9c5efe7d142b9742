import { startPayouts } from '../../transactions/start-payouts.ts'
import type { ApprovalStep } from './approval-step.ts'
import { type Case, type Decision, type Needs, decide, record, refuseTwoHats, settle } from './decide.ts'
import { type ReadRequest, selectSteps } from './sql.ts'

/** `forAll`: the sandbox's approver, who speaks for as many as the policy asks for. */
type Approval = Decision & { forAll?: boolean }

/**
 * One approver agrees. With the last one needed, the money is held and on its way; where it does not suffice, the
 * approval is refused and nothing has changed.
 */
export const approveRequest = (needs: Needs, approval: Approval): Promise<ReadRequest> =>
  decide(needs, approval, 'approve', async (tx, open) => {
    const { merchantId, id } = open.request
    await refuseTwoHats(tx, open.request, approval.by)
    await record(tx, needs, open, approval)
    if (approval.forAll !== true && !isAgreed(open, await selectSteps(tx, merchantId, id)))
      return { request: open.request, written: null }

    const settled = await settle(tx, needs, open)
    if (needs.runsPayouts) await startPayouts(tx, [settled.written.transaction])
    return settled
  })

function isAgreed({ request, policy }: Case, steps: ApprovalStep[]): boolean {
  const approved = steps.filter(step => step.status === 'Approved')
  const needsOperator = policy.operatorApprovesAbove !== null && request.amount > policy.operatorApprovesAbove
  return (
    approved.filter(step => step.realm === 'Partner').length >= policy.approversNeeded &&
    (!needsOperator || approved.some(step => step.realm === 'Operator'))
  )
}
