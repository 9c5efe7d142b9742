import type { Sql } from '../../db/db.ts'
import { ApiError } from '../../http/errors.ts'
import type { Incoming, Storage, StoredId } from '../../storage/storage.ts'
import { type FileKind, kindOf } from './file-kind.ts'
import { mostBytes } from './limits.ts'
import { type Document, lockDocument, updateDocument } from './sql.ts'
import { stateAfter } from './states.ts'

export type Needs = { sql: Sql; storage: Storage }

/** Makes bytes that have come in those of their document, once. */
export async function keepUpload(needs: Needs, { merchantId, id }: StoredId, incoming: Incoming): Promise<Document> {
  const { contentType, extensions } = judge(incoming)
  return needs.sql.begin(async tx => {
    const document = await lockDocument(tx, merchantId, id)
    if (document === undefined || document.state === 'Deleted') throw new ApiError('UploadAddressInvalid')
    const state = stateAfter(document.state, 'upload')
    if (state === undefined) throw new ApiError('DocumentAlreadyUploaded')
    const extension = extensions.includes(document.extension) ? document.extension : extensions[0]
    const uploaded = { ...document, state, extension, contentType, sizeBytes: BigInt(incoming.sizeBytes) }
    await updateDocument(tx, uploaded)
    await incoming.keep()
    return uploaded
  })
}

function judge({ sizeBytes, start }: Incoming): FileKind {
  if (sizeBytes > mostBytes) throw new ApiError('BodyTooLarge')
  const kind = kindOf(start)
  if (kind === null)
    throw new ApiError('DocumentTypeNotAllowed', sizeBytes === 0 ? { message: 'the file is empty' } : {})
  return kind
}

/**
 * Looks whether a file has come by an address of the storage itself, and keeps it. One that is refused is discarded and
 * leaves the document as it was; after a fault it waits for the next look.
 */
export async function keepIncoming(needs: Needs, document: Document): Promise<Document> {
  if (document.state !== 'Pending') return document
  const incoming = await needs.storage.incoming(document)
  if (incoming !== null)
    await keepUpload(needs, document, incoming).catch((error: unknown) => {
      if (error instanceof ApiError) return incoming.discard()
      throw error
    })
  // Also where nothing has come: somebody else may have looked a moment before, and is waited for who keeps it just now.
  const now = await lockDocument(needs.sql, document.merchantId, document.id)
  return now === undefined || now.state === 'Deleted' ? document : now
}
