import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import type { Incoming, Storage, StoredId } from '../../../platform/storage/storage.ts'
import { type FileKind, kindOf } from './file-kind.ts'
import { mostBytes, stateAfter, turnMs, uploadSeconds } from './states.ts'
import { type Document, type Turn, confirmUpload, leaveTurn, selectDocument, takeTurn } from './sql.ts'
import { type Readable, addAbortSignal } from 'node:stream'

export type Needs = { sql: Sql; clock: () => Date; storage: Storage }

/**
 * Makes bytes that have come in those of their document, once. The storage is asked outside of any transaction: the
 * request that has the turn moves the bytes, and then records it. What a crash leaves between the two is found by the worker.
 */
export async function keepUpload(needs: Needs, id: StoredId, incoming: Incoming): Promise<Document> {
  const { contentType, extensions } = judge(incoming)
  const turn = await turnToKeep(needs, id)
  const { document } = turn
  const extension = extensions.includes(document.extension) ? document.extension : extensions[0]
  try {
    const state = stateToKeep(document)
    await incoming.keep()
    const uploaded = { ...document, state, extension, contentType, sizeBytes: BigInt(incoming.sizeBytes) }
    const confirmed = await confirmUpload(needs.sql, turn, uploaded)
    if (confirmed === undefined) throw new ApiError('UploadAddressInvalid')
    return confirmed
  } catch (error) {
    await leaveTurn(needs.sql, turn)
    throw error
  }
}

/** Of two files for one document the second is refused, also while the first is on its way to its place. */
async function turnToKeep(needs: Needs, id: StoredId): Promise<Turn> {
  const turn = await takeTurnOf(needs, id)
  if (turn !== undefined) return turn
  const isThere = (await selectDocument(needs.sql, id.merchantId, id.id)) !== undefined
  throw new ApiError(isThere ? 'DocumentAlreadyUploaded' : 'UploadAddressInvalid')
}

export const takeTurnOf = (needs: Needs, id: StoredId): Promise<Turn | undefined> => {
  const now = needs.clock()
  return takeTurn(needs.sql, id, now, new Date(now.getTime() + turnMs))
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

/**
 * Looks whether a file has come by an address of the storage itself, and keeps it. One that is refused is discarded and
 * leaves the document as it was; after a fault it waits for the next look.
 */
export async function keepIncoming(needs: Needs, document: Document): Promise<Document> {
  if (document.state !== 'Pending') return document
  const incoming = await needs.storage.incoming(document)
  if (incoming !== null)
    await keepUpload(needs, document, incoming).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      // Who has the turn keeps these very bytes: they are its own to move.
      if (error.reason !== 'DocumentAlreadyUploaded') return incoming.discard()
    })
  // Also where nothing has come: somebody else may have looked a moment before.
  return (await onceStill(needs, document)) ?? document
}

const stillAfterMs = 50
const mostWaits = 60

/** The document as it is when nobody moves its bytes, or after a few seconds; undefined: it is gone. */
async function onceStill(needs: Needs, { merchantId, id }: StoredId): Promise<Document | undefined> {
  for (let waited = 0; ; waited++) {
    const document = await selectDocument(needs.sql, merchantId, id)
    const busyUntil = document?.busyUntil ?? null
    if (busyUntil === null || busyUntil <= needs.clock() || waited === mostWaits) return document
    await delay(stillAfterMs)
  }
}

type Upload = { id: StoredId | null; declaredBytes: number | null; bytes: Readable }

/** Takes the bytes of a document in, as a stream. What can be refused before reading them is. */
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
