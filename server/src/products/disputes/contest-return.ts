import type { Needs as DocumentNeeds } from '../company-payments/documents/store-upload.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { contestUntil, isContestable, readUploadedFiles } from './defend-dispute.ts'
import { readDispute } from './read-dispute.ts'
import { lockDispute, updateContest } from './sql.ts'
import type { ContestOutcome, ContestReason, Dispute } from './states.ts'
import { disputeNotification } from './views.ts'

type Needs = DocumentNeeds & { readMerchant: ReadMerchant; disputeContestMs: number }
type OfDispute = { merchantId: string; disputeId: string; audit?: Audit }
type ContestInput = OfDispute & { reason: ContestReason; text: string; files: string[] }

/**
 * The merchant contests a return that was made, once, within the term. No connected bank takes contests by its API: operators
 * are notified and forward it.
 */
export async function contestReturn(
  needs: Needs,
  { merchantId, disputeId, reason, text, files, audit }: ContestInput,
): Promise<Dispute> {
  const known = await readDispute(needs, merchantId, disputeId)
  const contestFiles = await readUploadedFiles(needs, known, files)
  const at = await timeFor(needs, merchantId)
  return needs.sql.begin(async tx => {
    const dispute = await lockDispute(tx, merchantId, known.id)
    if (dispute === undefined) throw new ApiError('DisputeNotFound')
    refuseUncontestable(needs, dispute, at)
    const contested = { ...dispute, contestReason: reason, contest: text, contestFiles, contestedAt: at }
    await updateContest(tx, contested)
    await queueNotification(tx, [disputeNotification('operatorDisputeContested', contested)], needs.clock())
    await recordAudit(tx, audit)
    return contested
  })
}

function refuseUncontestable(needs: Needs, dispute: Dispute, now: Date): void {
  if (isContestable(needs, dispute, now)) return
  const until = contestUntil(dispute, needs.disputeContestMs)
  if (dispute.contestedAt === null && until !== null)
    throw new ApiError('DisputeAnswerTimeOver', { message: `the deadline was ${until.toISOString()}` })
  throw new ApiError('DisputeStateNotAllowed', {
    message: until === null ? 'no return was made that could be contested' : 'the return was contested before',
  })
}

/** How the bank decided, as an operator learned it. Money that the bank gives back is booked when it arrives. */
export async function endContest(
  needs: Pick<Needs, 'sql' | 'clock' | 'readMerchant'>,
  { merchantId, disputeId, outcome, note, audit }: OfDispute & { outcome: ContestOutcome; note: string },
): Promise<Dispute> {
  const at = await timeFor(needs, merchantId)
  const known = await readDispute(needs, merchantId, disputeId)
  return needs.sql.begin(async tx => {
    const dispute = await lockDispute(tx, merchantId, known.id)
    if (dispute === undefined) throw new ApiError('DisputeNotFound')
    if (dispute.contestedAt === null || dispute.contestEndedAt !== null)
      throw new ApiError('DisputeStateNotAllowed', { message: 'no contest of the return is open' })
    const ended = { ...dispute, contestOutcome: outcome, contestNote: note, contestEndedAt: at }
    await updateContest(tx, ended)
    await queueNotification(tx, [disputeNotification('disputeContestDecided', ended)], needs.clock())
    await recordAudit(tx, audit)
    return ended
  })
}
