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
  { personId, byId }: { personId: string; byId: string | null },
): Promise<void> {
  if (personId === byId) throw new ApiError('SecondFactorMandatory')
  const isReset = isUuid(personId) && (await resetSecondFactorRow(needs.sql, personId, needs.clock()))
  if (!isReset) throw new ApiError('PersonNotFound')
}
