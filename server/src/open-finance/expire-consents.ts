import type { Sql } from '../db/db.ts'
import type { Door } from '../transactions/door.ts'
import { changeConsent } from './change-consent.ts'
import { selectLate } from './sql.ts'

const mostAtOnce = 20

/** Ends consents the payer left waiting, and answers how many. What two workers end at once is ended once. */
export async function expireConsents(needs: { sql: Sql; clock: () => Date; door: Door }): Promise<number> {
  const late = await selectLate(needs.sql, needs.clock(), mostAtOnce)
  await Promise.all(late.map(consent => changeConsent(needs, consent, { kind: 'expired' })))
  return late.length
}
