import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { endReplacedKey } from './rotate-access-key.ts'
import { isExpired } from './log-in.ts'
import { lockKey, lockReplaced, moveConfirmedKey } from './sql.ts'
import { keyMove } from './states.ts'

/** An owner activates a key that somebody else made. The key it replaces then works only for the overlap. */
export const confirmAccessKey = (
  needs: { sql: Sql; clock: () => Date },
  { merchantId, keyId, by, audit }: { merchantId: string; keyId: string; by: string; audit?: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    const now = needs.clock()
    const key = isUuid(keyId) ? await lockKey(tx, merchantId, keyId) : undefined
    if (key === undefined) throw new ApiError('KeyNotFound')
    const isMoved =
      !isExpired(key, now) && (await moveConfirmedKey(tx, merchantId, key.id, keyMove('confirm'), { by, at: now }))
    if (!isMoved) throw new ApiError('KeyStateNotAllowed')
    const replaced = await lockReplaced(tx, merchantId, key.id)
    if (replaced !== undefined && key.overlap !== null) await endReplacedKey(tx, replaced, key.overlap, now)
    await recordAudit(tx, audit)
  })
