import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { isCheckedByHand, lockOpenRecovery, releaseRecovery } from '../../platform/db/recoveries.ts'
import { ApiError } from '../../platform/http/errors.ts'

type Release = {
  by: string
  note: string
  /** The banks, by name, whose own statements a person has compared. */
  checkedByHand: readonly string[]
  audit?: Audit
}

/**
 * A person says that money may leave again. Only after every bank was compared: by the servers, or, if it is paused or does
 * not list what it has sent, by that person.
 */
export const releaseMoney = (
  needs: { sql: Sql; clock: () => Date },
  { by, note, checkedByHand, audit }: Release,
): Promise<void> =>
  needs.sql.begin(async tx => {
    const recovery = await lockOpenRecovery(tx)
    if (recovery === null || recovery.role === 'copy') throw new ApiError('RecoveryStateNotAllowed')
    if (recovery.comparedAt === null) throw new ApiError('RecoveryNotCompared')
    const unchecked = recovery.banks.filter(one => isCheckedByHand(one) && !checkedByHand.includes(one.bank))
    if (unchecked.length > 0)
      throw new ApiError('RecoveryNotCompared', {
        message: `not checked by hand: ${unchecked.map(({ bank }) => bank).join(', ')}`,
      })
    await releaseRecovery(tx, recovery.id, { by, note, at: needs.clock() })
    await recordAudit(tx, audit)
  })
