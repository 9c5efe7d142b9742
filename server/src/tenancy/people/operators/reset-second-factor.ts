import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { resetSecondFactorRow } from './sql.ts'

/**
 * For somebody who lost phone and recovery codes: they sign in with the password and begin anew. Nobody does it for
 * themselves, because that would turn off what their role asks for.
 */
export async function resetSecondFactor(
  needs: { sql: Sql; clock: () => Date },
  { personId, byId, audit }: { personId: string; byId: string | null; audit?: Audit },
): Promise<void> {
  if (personId === byId) throw new ApiError('SecondFactorMandatory')
  if (!isUuid(personId)) throw new ApiError('PersonNotFound')
  await needs.sql.begin(async tx => {
    if (!(await resetSecondFactorRow(tx, personId, needs.clock()))) throw new ApiError('PersonNotFound')
    await recordAudit(tx, audit)
  })
}
