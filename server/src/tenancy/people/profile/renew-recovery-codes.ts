import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../one-time-codes.ts'
import { replaceRecoveryCodes } from './sql.ts'

/** Ten new ones, in clear this once; those before no longer work. */
export async function renewRecoveryCodes(
  needs: { sql: Sql; recoveryKey: Buffer },
  personId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(needs.recoveryKey, code))
  if (!(await replaceRecoveryCodes(needs.sql, personId, hashes))) throw new ApiError('SecondFactorStateNotAllowed')
  return codes
}
