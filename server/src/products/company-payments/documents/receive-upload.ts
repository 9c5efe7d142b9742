import { type Readable, addAbortSignal } from 'node:stream'
import { ApiError, InvalidRequest } from '../../../platform/http/errors.ts'
import type { Storage, StoredId } from '../../../platform/storage/storage.ts'
import { type Needs, keepUpload } from './store-upload.ts'
import { mostBytes, uploadSeconds } from './states.ts'
import { selectDocument } from './sql.ts'

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
