import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import type { Incoming, Storage, StoredId } from '../../../platform/storage/storage.ts'
import { type FileKind, kindOf } from './file-kind.ts'
import { mostBytes, stateAfter, leaseMs, uploadSeconds } from './states.ts'
import { type Document, type Lease, confirmUpload, releaseLease, selectDocument, takeLease } from './sql.ts'
import { type Readable, addAbortSignal } from 'node:stream'

export type Needs = { sql: Sql; clock: () => Date; storage: Storage }

/** Stores uploaded bytes once, under a lease and outside of any transaction; the worker repairs after a crash. */
export async function keepUpload(needs: Needs, id: StoredId, incoming: Incoming): Promise<Document> {
  const { contentType, extensions } = judge(incoming)
  const lease = await leaseForUpload(needs, id)
  const { document } = lease
  const extension = extensions.includes(document.extension) ? document.extension : extensions[0]
  try {
    const state = stateToKeep(document)
    await incoming.keep()
    const uploaded = { ...document, state, extension, contentType, sizeBytes: BigInt(incoming.sizeBytes) }
    const confirmed = await confirmUpload(needs.sql, lease, uploaded)
    if (confirmed === undefined) throw new ApiError('UploadAddressInvalid')
    return confirmed
  } catch (error) {
    await releaseLease(needs.sql, lease)
    throw error
  }
}

/** Of two files for one document the second is refused, also while the first is being stored. */
async function leaseForUpload(needs: Needs, id: StoredId): Promise<Lease> {
  const lease = await leaseDocument(needs, id)
  if (lease !== undefined) return lease
  const isThere = (await selectDocument(needs.sql, id.merchantId, id.id)) !== undefined
  throw new ApiError(isThere ? 'DocumentAlreadyUploaded' : 'UploadAddressInvalid')
}

export const leaseDocument = (needs: Needs, id: StoredId): Promise<Lease | undefined> => {
  const now = needs.clock()
  return takeLease(needs.sql, id, now, new Date(now.getTime() + leaseMs))
}

function stateToKeep({ state }: Document) {
  if (state === 'Deleted') throw new ApiError('UploadAddressInvalid')
  const uploaded = stateAfter(state, 'upload')
  if (uploaded === undefined) throw new ApiError('DocumentAlreadyUploaded')
  return uploaded
}

function judge({ sizeBytes, start }: Incoming): FileKind {
  if (sizeBytes > mostBytes) throw new ApiError('BodyTooLarge')
  const kind = kindOf(start)
  if (kind === null)
    throw new ApiError('DocumentTypeNotAllowed', sizeBytes === 0 ? { message: 'the file is empty' } : {})
  return kind
}

/** Stores a file that was uploaded to the storage directly. A refused one is discarded, its document Pending. */
export async function keepIncoming(needs: Needs, document: Document): Promise<Document> {
  if (document.state !== 'Pending') return document
  const incoming = await needs.storage.incoming(document)
  if (incoming !== null)
    await keepUpload(needs, document, incoming).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      // The process that holds the lease is storing these bytes, so they must not be discarded.
      if (error.reason !== 'DocumentAlreadyUploaded') return incoming.discard()
    })
  // Reads again even if there was no file: another process may have stored it a moment ago.
  return (await onceStill(needs, document)) ?? document
}

const stillAfterMs = 50
const mostWaits = 60

/** The document once no process moves its bytes, or after a few seconds; undefined if it was deleted. */
async function onceStill(needs: Needs, { merchantId, id }: StoredId): Promise<Document | undefined> {
  for (let waited = 0; ; waited++) {
    const document = await selectDocument(needs.sql, merchantId, id)
    const busyUntil = document?.busyUntil ?? null
    if (busyUntil === null || busyUntil <= needs.clock() || waited === mostWaits) return document
    await delay(stillAfterMs)
  }
}

type Upload = { id: StoredId | null; declaredBytes: number | null; bytes: Readable }

/** Receives the bytes of a document as a stream, and refuses what it can before reading them. */
export async function receiveUpload(
  needs: Needs & { storage: Storage & Required<Pick<Storage, 'put'>> },
  { id, declaredBytes, bytes }: Upload,
): Promise<void> {
  const document = id && (await selectDocument(needs.sql, id.merchantId, id.id))
  if (!document) throw new ApiError('UploadAddressInvalid')
  if (document.state !== 'Pending') throw new ApiError('DocumentAlreadyUploaded')
  if ((declaredBytes ?? 0) > mostBytes) throw new ApiError('BodyTooLarge')

  addAbortSignal(AbortSignal.timeout(uploadSeconds * 1000), bytes)
  const incoming = await needs.storage.put(document, bytes, mostBytes).catch((error: unknown) => {
    throw bytes.errored === null ? error : incomplete
  })
  await keepUpload(needs, document, incoming).catch(async (error: unknown) => {
    await incoming.discard()
    throw error
  })
}

const incomplete = new InvalidRequest([
  { path: '', code: 'incomplete', message: `must be uploaded completely within ${uploadSeconds} seconds`, info: {} },
])
