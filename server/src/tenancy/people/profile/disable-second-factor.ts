import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { type SignedIn, mustHaveSecondFactor } from '../portal-edge.ts'
import { readMemberships } from '../find-person.ts'
import { clearSecondFactor } from './sql.ts'

export async function disableSecondFactor(
  needs: { sql: Sql; asksSecondFactor: boolean },
  person: SignedIn['person'],
  audit?: Audit,
): Promise<void> {
  if (needs.asksSecondFactor && mustHaveSecondFactor(person, await readMemberships(needs, person.id)))
    throw new ApiError('SecondFactorMandatory')
  await needs.sql.begin(async tx => {
    if (!(await clearSecondFactor(tx, person.id))) throw new ApiError('SecondFactorStateNotAllowed')
    await recordAudit(tx, audit)
  })
}
