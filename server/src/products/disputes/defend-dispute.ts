import { type Needs as DocumentNeeds, keepIncoming } from '../company-payments/documents/store-upload.ts'
import { readDocument } from '../company-payments/documents/read-document.ts'
import { makeRoom } from '../company-payments/documents/request-upload.ts'
import { ApiError, InvalidRequest, tooLong } from '../../platform/http/errors.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import { type Dispute, movedBy } from './dispute.ts'
import { disputeNotification } from './dispute-notification.ts'
import { readDispute } from './read-dispute.ts'
import { lockDispute, updateDispute } from './sql.ts'
import { bankThatDecides, longestText } from './who-decides.ts'

type Needs = DocumentNeeds & { readMerchant: ReadMerchant; railsOf: RailsOf }
type DefendDisputeInput = { merchantId: string; disputeId: string }

/** Makes room for a file that a defence may name, and answers where to send it. */
export async function addDefenceFile(
  needs: Needs,
  { merchantId, disputeId, fileName, ...wanted }: DefendDisputeInput & { id?: string; fileName: string },
): Promise<{ id: string; address: string }> {
  const dispute = await readDispute(needs, merchantId, disputeId)
  refuseLate(dispute, await timeFor(needs, merchantId))
  return makeRoom(needs, { merchantId, ...wanted, owner: { disputeId: dispute.id }, name: fileName, fileName })
}

/** The merchant says why the money is rightly theirs, once, with files that have come before. */
export async function defendDispute(
  needs: Needs,
  { merchantId, disputeId, text, files }: DefendDisputeInput & { text: string; files: string[] },
): Promise<Dispute> {
  const known = await readDispute(needs, merchantId, disputeId)
  const most = longestText(await bankThatDecides(needs, known))
  if (text.length > most) throw new InvalidRequest([tooLong('/text', most)])
  const defenceFiles: string[] = []
  for (const id of new Set(files)) defenceFiles.push(await readUploaded(needs, known, id))
  const at = await timeFor(needs, merchantId)
  return needs.sql.begin(async tx => {
    const dispute = await lockDispute(tx, merchantId, known.id)
    if (dispute === undefined) throw new ApiError('DisputeNotFound')
    refuseLate(dispute, at)
    const defended = { ...dispute, state: movedBy(dispute, 'defend'), defence: text, defenceFiles, defendedAt: at }
    await updateDispute(tx, defended)
    // Also where a bank decides: it gets no files, and an operator can hand them on.
    await queueNotification(tx, [disputeNotification('operatorDisputeDefended', defended)], needs.clock())
    return defended
  })
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
