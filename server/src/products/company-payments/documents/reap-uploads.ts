import { type Needs, keepIncoming, leaseDocument } from './store-upload.ts'
import { lastLookAfterMs, mayBePurged, leaseMs } from './states.ts'
import { type Document, claimDocuments, deleteRow, endLooks, releaseLease, planLook } from './sql.ts'

const mostAtOnce = 50

/** Looks for uploaded files, and cleans up unfinished, deleted and repeated uploads. Returns how many it checked. */
export async function reapUploads(needs: Needs): Promise<number> {
  const now = needs.clock()
  const due = await claimDocuments(needs.sql, now, new Date(now.getTime() + leaseMs), mostAtOnce)
  const looks = await Promise.allSettled(due.map(document => lookAfter(needs, document, now)))
  // A document that failed is due again when its lease expires.
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

/** Takes the lease so that no file is stored meanwhile. If another process has it, a later check cleans up. */
async function cleanUp(needs: Needs, { merchantId, id }: Document): Promise<void> {
  const lease = await leaseDocument(needs, { merchantId, id })
  if (lease === undefined) return
  const { document } = lease
  try {
    if (mayBePurged(document.state)) {
      await needs.storage.delete(document)
      await deleteRow(needs.sql, lease)
    } else {
      await needs.storage.discardIncoming(document)
      await endLooks(needs.sql, lease)
    }
  } finally {
    await releaseLease(needs.sql, lease)
  }
}
