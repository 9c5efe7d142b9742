import type { Sql, Tx } from '../../platform/db/db.ts'
import { readMemberships } from './find-person.ts'
import { mustHaveSecondFactor } from './portal-edge.ts'
import { type Person, clearRecoveryCodes, clearSecondFactorOfSessions } from './sql.ts'

export { countPasskeys, lockPerson } from './sql.ts'

/** Whether the person's roles forbid to remove the last second factor. In a sandbox none does. */
export const isSecondFactorMandatory = async (
  needs: { sql: Sql; asksSecondFactor: boolean },
  person: Person,
): Promise<boolean> => needs.asksSecondFactor && mustHaveSecondFactor(person, await readMemberships(needs, person.id))

/** The last second factor is gone, and with it the recovery codes. */
export async function clearSecondFactor(tx: Tx, personId: string): Promise<void> {
  await clearRecoveryCodes(tx, personId)
  await clearSecondFactorOfSessions(tx, personId)
}
