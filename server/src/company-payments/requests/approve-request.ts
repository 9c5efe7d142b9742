import { keepToLimits } from '../../transactions/limits/keep-to-limits.ts'
import { startPayouts } from '../../transactions/start-payouts.ts'
import { type Decision, type Needs, decide, record, refuseUnentitled, settle } from './decide.ts'
import { type ReadRequest, selectSteps } from './sql.ts'
import { isAgreed, progressOf } from './approval-progress.ts'

/** `forAll`: the sandbox's approver, who speaks for as many as the policy asks for. */
type Approval = Decision & { forAll?: boolean }

/**
 * One approver agrees. With the last one needed, the money is held and on its way; where it does not suffice, the
 * approval is refused and nothing has changed.
 */
export const approveRequest = (needs: Needs, approval: Approval): Promise<ReadRequest> =>
  decide(needs, approval, 'approve', async (tx, open) => {
    const { merchantId, id, amount } = open.request
    await refuseUnentitled(tx, open, approval.by)
    await record(tx, needs, open, approval)
    const progress = progressOf(open.policy, amount, await selectSteps(tx, merchantId, id))
    if (approval.forAll !== true && !isAgreed(progress)) return { request: open.request, written: null }

    await keepToLimits(tx, { merchantId, operation: 'companyPayment', amount, at: needs.clock() })
    const settled = await settle(tx, needs, open)
    if (needs.runsPayouts) await startPayouts(tx, [settled.written.transaction])
    return settled
  })
