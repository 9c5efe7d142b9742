import type { Sql } from '../../platform/db/db.ts'
import type { Ahead } from '../../tenancy/merchants/merchant-clock.ts'
import { type Needs, changeConsent } from './change-consent.ts'
import { selectLate } from './sql.ts'

const mostAtOnce = 20

/** Ends consents the payer left waiting, and answers how many. What two workers end at once is ended once. */
export async function expireConsents(needs: Needs & { sql: Sql }, ahead?: Ahead): Promise<number> {
  const late = await selectLate(needs.sql, ahead?.now ?? needs.clock(), mostAtOnce, ahead?.merchantId)
  await Promise.all(late.map(consent => changeConsent(needs, consent, { kind: 'expired' })))
  return late.length
}
