import type { Readable } from 'node:stream'
import { ApiError } from '../../../platform/http/errors.ts'
import { type Needs, keepIncoming } from './store-upload.ts'
import { readDocument } from './read-document.ts'
import type { Document } from './sql.ts'

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
