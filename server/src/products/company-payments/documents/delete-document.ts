import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { refuseDecided } from '../requests/decide-request.ts'
import type { Needs } from './store-upload.ts'
import { stateAfter, turnMs } from './states.ts'
import { lockDocument, markDeleted } from './sql.ts'

/**
 * Deletes an invoice while the request is undecided: a decided request stays with its invoices. The bytes are deleted after
 * the commit; if the storage fails, the worker deletes them later.
 */
export async function deleteDocument(needs: Needs, merchantId: string, id: string, audit?: Audit): Promise<void> {
  const deleted = await needs.sql.begin(async tx => {
    const document = isUuid(id) ? await lockDocument(tx, merchantId, id) : undefined
    const state = document && stateAfter(document.state, 'delete')
    if (document === undefined || document.requestId === null || state === undefined)
      throw new ApiError('DocumentNotFound')
    await refuseDecided(tx, merchantId, document.requestId)
    await markDeleted(tx, document, state, document.lookAt ?? new Date(needs.clock().getTime() + turnMs))
    await recordAudit(tx, audit)
    return document
  })
  await needs.storage.delete(deleted).catch(() => {})
}
