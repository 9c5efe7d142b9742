import { ApiError } from '../../http/errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import { refuseDecided } from '../requests/refuse-decided.ts'
import type { Needs } from './keep-upload.ts'
import { lockDocument, updateDocument } from './sql.ts'
import { stateAfter } from './states.ts'

/**
 * Takes an invoice away while nobody has decided by it: what was decided keeps what it was decided on. Document and bytes
 * go together: where the bytes cannot be deleted, the document stays.
 */
export async function deleteDocument(
  needs: Needs & { clock: () => Date },
  merchantId: string,
  id: string,
): Promise<void> {
  await needs.sql.begin(async tx => {
    const document = isUuid(id) ? await lockDocument(tx, merchantId, id) : undefined
    const state = document && stateAfter(document.state, 'delete')
    if (document === undefined || state === undefined) throw new ApiError('DocumentNotFound')
    await refuseDecided(tx, merchantId, document.requestId)
    await updateDocument(tx, { ...document, state, lookAt: document.lookAt ?? needs.clock() })
    await needs.storage.delete(document)
  })
}
