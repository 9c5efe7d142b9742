import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { lockKey, lockReplaced, moveKey, updateReplacedBy } from './sql.ts'
import { keyMove } from './states.ts'

/** Revokes a key for good, everywhere within 5 seconds. If it was Pending, the key it was to replace stays as it is. */
export const revokeAccessKey = (
  needs: { sql: Sql },
  { merchantId, keyId, audit }: { merchantId: string; keyId: string; audit?: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    const key = isUuid(keyId) ? await lockKey(tx, merchantId, keyId) : undefined
    if (key === undefined) throw new ApiError('KeyNotFound')
    if (!(await moveKey(tx, merchantId, key.id, keyMove('revoke'))))
      throw new ApiError('KeyStateNotAllowed', { message: 'the access key is already revoked' })
    const replaced = key.state === 'Pending' ? await lockReplaced(tx, merchantId, key.id) : undefined
    if (replaced !== undefined) await updateReplacedBy(tx, merchantId, replaced.id, null)
    await recordAudit(tx, audit)
  })
