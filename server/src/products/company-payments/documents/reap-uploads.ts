import { type Needs, keepIncoming, takeTurnOf } from './store-upload.ts'
import { lastLookAfterMs, mayBeForgotten, turnMs } from './states.ts'
import { type Document, claimDocuments, deleteRow, endLooks, leaveTurn, planLook } from './sql.ts'

const mostAtOnce = 50

/**
 * Looks whether files have come for documents, and in the end cleans up: what was never finished or was deleted goes,
 * and so does whatever an upload address was used for a second time. Answers how many it looked at.
 */
export async function reapUploads(needs: Needs): Promise<number> {
  const now = needs.clock()
  const due = await claimDocuments(needs.sql, now, new Date(now.getTime() + turnMs), mostAtOnce)
  const looks = await Promise.allSettled(due.map(document => lookAfter(needs, document, now)))
  // What failed is due again when its lease is over.
  const failed = looks.find(look => look.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return due.length
}

async function lookAfter(needs: Needs, due: Document, now: Date): Promise<void> {
  const document = await keepIncoming(needs, due)
  const lastLookAt = new Date(document.createdAt.getTime() + lastLookAfterMs)
  if (lastLookAt <= now) return cleanUp(needs, document)
  if (document.state === 'Deleted') await needs.storage.delete(document)
  await planLook(needs.sql, due, lastLookAt)
}

/** In a turn of its own, so that no file comes meanwhile. Where somebody else has the turn it is looked at again later. */
async function cleanUp(needs: Needs, { merchantId, id }: Document): Promise<void> {
  const turn = await takeTurnOf(needs, { merchantId, id })
  if (turn === undefined) return
  const { document } = turn
  try {
    if (mayBeForgotten(document.state)) {
      await needs.storage.delete(document)
      await deleteRow(needs.sql, turn)
    } else {
      await needs.storage.discardIncoming(document)
      await endLooks(needs.sql, turn)
    }
  } finally {
    await leaveTurn(needs.sql, turn)
  }
}
