import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../one-time-codes.ts'
import { replaceRecoveryCodes } from './sql.ts'

/** Ten new ones, in clear this once; those before no longer work. */
export async function renewRecoveryCodes(
  needs: { sql: Sql; recoveryKey: Buffer },
  personId: string,
  audit?: Audit,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(needs.recoveryKey, code))
  await needs.sql.begin(async tx => {
    if (!(await replaceRecoveryCodes(tx, personId, hashes))) throw new ApiError('SecondFactorStateNotAllowed')
    await recordAudit(tx, audit)
  })
  return codes
}
