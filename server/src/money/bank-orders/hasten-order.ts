import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Hint, wakeOrder as hasten, hastenInitiations } from './sql.ts'

export { bringStepsForward } from './sql.ts'

/** A bank has called back: its order is asked about at once. Answers false where no order waits for it. */
export async function wakeOrder(needs: { sql: Sql; clock: () => Date }, hint: Hint): Promise<boolean> {
  if (hint.orderId === null && hint.bankReference === null) return false
  return (await hasten(needs.sql, hint, needs.clock())).count > 0
}

/** Money has come that may be an initiation's: those of its amount are asked about. Answers how many have not ended. */
export const hastenInitiationsOf = (
  needs: { sql: Sql; clock: () => Date },
  { connectionId, amount }: { connectionId: string; amount: Micros },
): Promise<number> => hastenInitiations(needs.sql, connectionId, amount, needs.clock())
