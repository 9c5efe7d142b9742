import { buffer } from 'node:stream/consumers'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { type Document, lockDocumentsOfPayments, markDeleted, selectDocumentsOfPayments } from './sql.ts'
import { stateAfter } from './states.ts'

export type WholeDocument = {
  merchantId: string
  id: string
  createdAt: Date
  data: { name: string; file_name: string; content_type: string | null; bytes: string }
}

type OfPayments = { merchantId: string; transactionIds: string[] }
type StorageNeeds = { storage: Pick<Storage, 'get'> }

/** Null: nothing was uploaded. */
async function wholeOf({ storage }: StorageNeeds, document: Document): Promise<WholeDocument | null> {
  const { merchantId, id, name, fileName, contentType, createdAt, state } = document
  if (state !== 'Uploaded') return null
  const bytes = (await buffer(await storage.get({ merchantId, id }))).toString('base64')
  return { merchantId, id, createdAt, data: { name, file_name: fileName, content_type: contentType, bytes } }
}

/** The invoices and the evidence of payments with their bytes, one at a time, because a file may have 10 MB. */
export async function* readDocuments(
  needs: StorageNeeds & { sql: Sql },
  { merchantId, transactionIds }: OfPayments,
): AsyncGenerator<WholeDocument> {
  if (transactionIds.length === 0) return
  for (const document of await selectDocumentsOfPayments(needs.sql, merchantId, transactionIds)) {
    const whole = await wholeOf(needs, document)
    if (whole !== null) yield whole
  }
}

/**
 * Marks the invoices and the evidence of payments as deleted: a worker then deletes their bytes. Yields each with what it was,
 * one at a time, because a file may have 10 MB.
 */
export async function* eraseDocuments(
  needs: StorageNeeds & { clock: () => Date },
  tx: Tx,
  { merchantId, transactionIds }: OfPayments,
): AsyncGenerator<WholeDocument> {
  if (transactionIds.length === 0) return
  for (const document of await lockDocumentsOfPayments(tx, merchantId, transactionIds)) {
    const state = stateAfter(document.state, 'delete')
    if (state === undefined) continue
    const whole = await wholeOf(needs, document)
    await markDeleted(tx, document, state, needs.clock())
    if (whole !== null) yield whole
  }
}
