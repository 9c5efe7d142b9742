import type { OrderRunner } from '../../money/bank-orders/run-orders.ts'
import { wakeOrder } from '../../money/bank-orders/place-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Consent } from './consent.ts'
import { selectConsent, selectFollowed } from './sql.ts'

/** So long a payer waits for a bank; the step goes on without the payer, and the page asks again. */
export const payerSeconds = 8

type Named = { connectionId: string; externalId: string }

/** A bank has called back about one of its consents: it is asked soon. Whoever calls, nothing else comes of it. */
export async function hearOfConsent(needs: { sql: Sql; clock: () => Date }, named: Named): Promise<void> {
  const consent = await selectFollowed(needs.sql, named)
  if (consent !== undefined) await wakeOrder(needs, { bankOrderId: consent.id, bankReference: null, cause: null })
}

/** The payer is back: the bank is asked now, if it has not said its last word yet. Null: there is no such consent. */
export async function askAboutConsent(
  needs: { sql: Sql; bankOrders: Pick<OrderRunner, 'askNow'> },
  named: Named,
): Promise<Consent | null> {
  const consent = await selectFollowed(needs.sql, named)
  if (consent === undefined) return null
  await needs.bankOrders.askNow(consent, payerSeconds)
  return (await selectConsent(needs.sql, consent)) ?? null
}
