import type { Readable } from 'node:stream'
import { ApiError } from '../../lib/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import { type Needs, keepIncoming } from './keep-upload.ts'
import { type Document, selectDocument } from './sql.ts'

/** A document with its bytes, as a stream. */
export async function openDocument(
  needs: Needs,
  merchantId: string,
  id: string,
): Promise<{ document: Document; bytes: Readable }> {
  const found = isUuid(id) ? await selectDocument(needs.sql, merchantId, id) : undefined
  if (found === undefined) throw new ApiError('DocumentNotFound')
  const document = await keepIncoming(needs, found)
  if (document.state !== 'Uploaded') throw new ApiError('DocumentNotUploaded')
  return { document, bytes: await needs.storage.get(document) }
}
