import type { Sql } from '../db/db.ts'
import type { EventDoor } from './apply-event.ts'
import { lockExpired } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date } & Pick<EventDoor, 'applyWithin' | 'tell'>

const mostAtOnce = 500

/**
 * Cancels charges whose time is over, and answers how many. Several workers share the work: each takes rows that no
 * other has, and a charge that is being paid this moment is left to the payment.
 */
export async function expireCharges(needs: Needs): Promise<number> {
  const results = await needs.sql.begin(async tx => {
    const expired = await lockExpired(tx, needs.clock(), mostAtOnce)
    return needs.applyWithin(
      tx,
      expired.map(ids => ({ ...ids, event: { kind: 'cancelled' } as const })),
    )
  })
  for (const result of results) if (!(result instanceof Error)) void needs.tell(result).firstAttempt
  return results.length
}
