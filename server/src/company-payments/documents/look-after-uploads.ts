import { type Needs, keepIncoming } from './keep-upload.ts'
import { lastLookAfterMs } from './limits.ts'
import { type Document, claimDocuments, deleteRow, lockDocument, planLook, updateDocument } from './sql.ts'
import { mayBeForgotten } from './states.ts'

type WorkNeeds = Needs & { clock: () => Date }

const mostAtOnce = 50
const leaseMs = 60_000

/**
 * Looks whether files have come for documents, and in the end cleans up: what was never finished or was deleted goes,
 * and so does whatever an upload address was used for a second time. Answers how many it looked at.
 */
export async function lookAfterUploads(needs: WorkNeeds): Promise<number> {
  const now = needs.clock()
  const due = await claimDocuments(needs.sql, now, new Date(now.getTime() + leaseMs), mostAtOnce)
  const looks = await Promise.allSettled(due.map(document => lookAfter(needs, document, now)))
  // What failed is due again when its lease is over.
  const failed = looks.find(look => look.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return due.length
}

async function lookAfter(needs: WorkNeeds, due: Document, now: Date): Promise<void> {
  const document = await keepIncoming(needs, due)
  const lastLookAt = new Date(document.createdAt.getTime() + lastLookAfterMs)
  if (lastLookAt > now) await planLook(needs.sql, document, lastLookAt)
  else await cleanUp(needs, document)
}

/** Under the lock: a file that comes at this moment is either kept before, or finds no document any more. */
const cleanUp = (needs: WorkNeeds, { merchantId, id }: Document): Promise<void> =>
  needs.sql.begin(async tx => {
    const document = await lockDocument(tx, merchantId, id)
    if (document === undefined) return
    if (mayBeForgotten(document.state)) {
      await needs.storage.delete(document)
      await deleteRow(tx, document)
    } else {
      await needs.storage.discardIncoming(document)
      await updateDocument(tx, { ...document, lookAt: null })
    }
  })
