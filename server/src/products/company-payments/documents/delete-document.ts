import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { refuseDecided } from '../requests/decide-request.ts'
import type { Needs } from './store-upload.ts'
import { stateAfter, turnMs } from './states.ts'
import { lockDocument, markDeleted } from './sql.ts'

/**
 * Takes an invoice away while nobody has decided by it: what was decided keeps what it was decided on. Its bytes go after
 * the commit; where they cannot, the worker deletes them when the storage is back.
 */
export async function deleteDocument(needs: Needs, merchantId: string, id: string): Promise<void> {
  const deleted = await needs.sql.begin(async tx => {
    const document = isUuid(id) ? await lockDocument(tx, merchantId, id) : undefined
    const state = document && stateAfter(document.state, 'delete')
    if (document === undefined || document.requestId === null || state === undefined)
      throw new ApiError('DocumentNotFound')
    await refuseDecided(tx, merchantId, document.requestId)
    await markDeleted(tx, document, state, document.lookAt ?? new Date(needs.clock().getTime() + turnMs))
    return document
  })
  await needs.storage.delete(deleted).catch(() => {})
}
