import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type Needs as DocumentNeeds, keepIncoming } from '../company-payments/documents/store-upload.ts'
import { readDocument } from '../company-payments/documents/documents.ts'
import { makeRoom } from '../company-payments/documents/request-upload.ts'
import { ApiError, InvalidRequest, tooLong } from '../../platform/http/errors.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { type RailsOf, findRails } from '../../money/rails/rails-of.ts'
import { type Dispute, isUndecided, movedBy } from './states.ts'
import { disputeNotification } from './views.ts'
import { isLeftByBank } from './left-by-bank.ts'
import { readDispute } from './read-dispute.ts'
import { lockDispute, updateDispute, updateRefusal } from './sql.ts'
import { maskCpfsIn } from '../../platform/brazil/tax-number.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { DisputeRail } from '../../money/rails/dispute-rail.ts'
import { longestDefence } from './schemas.ts'

type Needs = DocumentNeeds & { readMerchant: ReadMerchant; railsOf: RailsOf; disputeContestMs: number }
type DefendDisputeInput = { merchantId: string; disputeId: string; audit?: Audit }

/** Creates a pending file for a defence, or for a contest of the return, and returns its upload address. */
export async function addDefenceFile(
  needs: Needs,
  { merchantId, disputeId, fileName, ...input }: DefendDisputeInput & { id?: string; fileName: string },
): Promise<{ id: string; address: string }> {
  const dispute = await readDispute(needs, merchantId, disputeId)
  const now = await timeFor(needs, merchantId)
  if (!isContestable(needs, dispute, now)) refuseLate(dispute, now)
  return makeRoom(needs, { merchantId, ...input, owner: { disputeId: dispute.id }, name: fileName, fileName })
}

/** The merchant defends the money, once, with files uploaded before. */
export async function defendDispute(
  needs: Needs,
  { merchantId, disputeId, text, files, audit }: DefendDisputeInput & { text: string; files: string[] },
): Promise<Dispute> {
  const known = await readDispute(needs, merchantId, disputeId)
  const most = longestText(await bankThatDecides(needs, known))
  if (text.length > most) throw new InvalidRequest([tooLong('/text', most)])
  const defenceFiles = await readUploadedFiles(needs, known, files)
  const at = await timeFor(needs, merchantId)
  return needs.sql.begin(async tx => {
    const dispute = await lockDispute(tx, merchantId, known.id)
    if (dispute === undefined) throw new ApiError('DisputeNotFound')
    refuseLate(dispute, at)
    const defended = { ...dispute, state: movedBy(dispute, 'defend'), defence: text, defenceFiles, defendedAt: at }
    await updateDispute(tx, defended)
    // Also if a bank decides: the bank receives no files, but an operator can forward them.
    await queueNotification(tx, [disputeNotification('operatorDisputeDefended', defended)], needs.clock())
    await recordAudit(tx, audit)
    return defended
  })
}

/** Whether a return was made that can still be contested: once, for some days after the end of the case. */
export const isContestable = (
  { disputeContestMs }: { disputeContestMs: number },
  dispute: Dispute,
  now: Date,
): boolean => {
  const until = contestUntil(dispute, disputeContestMs)
  return dispute.contestedAt === null && until !== null && now < until
}

/** Until when a return can be contested; null: none was made. */
export const contestUntil = ({ state, endedAt }: Dispute, disputeContestMs: number): Date | null =>
  state === 'Returned' && endedAt !== null ? new Date(endedAt.getTime() + disputeContestMs) : null

/** The ids of files that were uploaded for a dispute; anything else is refused. */
export async function readUploadedFiles(needs: DocumentNeeds, dispute: Dispute, files: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const id of new Set(files)) ids.push(await readUploaded(needs, dispute, id))
  return ids
}

async function readUploaded(needs: DocumentNeeds, { merchantId, id: disputeId }: Dispute, id: string): Promise<string> {
  const document = await keepIncoming(needs, await readDocument(needs, merchantId, id))
  if (document.disputeId !== disputeId) throw new ApiError('DocumentNotFound')
  if (document.state !== 'Uploaded') throw new ApiError('DocumentNotUploaded')
  return document.id
}

function refuseLate(dispute: Dispute, now: Date): void {
  movedBy(dispute, 'defend')
  if (dispute.answerUntil <= now)
    throw new ApiError('DisputeAnswerTimeOver', { message: `the deadline was ${dispute.answerUntil.toISOString()}` })
}

const mostText = 300

/** The bank refuses the defence: the merchant's people see why, and it is not sent again. */
export async function keepDefenceRefusal({ sql }: { sql: Sql }, dispute: Dispute, refusal: string): Promise<void> {
  await updateRefusal(sql, dispute, maskCpfsIn(refusal.slice(0, mostText)))
}

/**
 * The bank that reported the dispute, receives the defence and decides. Null: operators decide, also on what is still
 * blocked after a bank has accepted the case and returned a part.
 */
export async function bankThatDecides(
  { railsOf }: { railsOf: RailsOf },
  { openedBy, connectionId, returnedAmount, state }: Dispute,
): Promise<DisputeRail | null> {
  if (openedBy !== 'bank' || (isUndecided(state) && returnedAmount > 0n)) return null
  return (await findRails(railsOf, connectionId))?.disputes ?? null
}

/** The longest defence in characters, so that no text is cut on its way to a bank. */
export const longestText = (bank: DisputeRail | null): number =>
  Math.min(bank?.mostText ?? longestDefence, longestDefence)

/**
 * Only one side decides: two would move the money twice, or differently. What the bank has left is released by operators, and
 * never returned: a return of an accepted case is the bank's.
 */
export async function refuseWhereBankDecides(
  needs: Parameters<typeof isLeftByBank>[0],
  dispute: Dispute,
  act: 'return' | 'release',
): Promise<void> {
  if ((await bankThatDecides(needs, dispute)) === null) return
  if (act === 'return' || !(await isLeftByBank(needs, dispute)))
    throw new ApiError('DisputeStateNotAllowed', {
      message: 'the bank decides this dispute and reports the decision itself',
    })
}
