import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { lockOpenRecovery, releaseRecovery } from '../../platform/db/recoveries.ts'
import { ApiError } from '../../platform/http/errors.ts'

type Release = { by: string; note: string; audit?: Audit }

/** A person says that money may leave again. Only after every bank that is connected and not paused was compared. */
export const releaseMoney = (needs: { sql: Sql; clock: () => Date }, { by, note, audit }: Release): Promise<void> =>
  needs.sql.begin(async tx => {
    const recovery = await lockOpenRecovery(tx)
    if (recovery === null || recovery.role === 'copy') throw new ApiError('RecoveryStateNotAllowed')
    if (recovery.comparedAt === null) throw new ApiError('RecoveryNotCompared')
    await releaseRecovery(tx, recovery.id, { by, note, at: needs.clock() })
    await recordAudit(tx, audit)
  })
