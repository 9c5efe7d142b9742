import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type Document, selectDocument } from './sql.ts'
import type { Readable } from 'node:stream'
import { type Needs, keepIncoming } from './store-upload.ts'

export async function readDocument(needs: { sql: Sql }, merchantId: string, id: string): Promise<Document> {
  const document = isUuid(id) ? await selectDocument(needs.sql, merchantId, id) : undefined
  if (document === undefined) throw new ApiError('DocumentNotFound')
  return document
}

/** A document with its bytes, as a stream. */
export async function openDocument(
  needs: Needs,
  merchantId: string,
  id: string,
): Promise<{ document: Document; bytes: Readable }> {
  const document = await keepIncoming(needs, await readDocument(needs, merchantId, id))
  if (document.state !== 'Uploaded') throw new ApiError('DocumentNotUploaded')
  return { document, bytes: await needs.storage.get(document) }
}
