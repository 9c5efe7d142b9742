import type { Sql } from '../db/db.ts'
import { type Hint, hastenOrder as hasten } from './sql.ts'

/** A bank has called back: its order is asked about at once. Answers false where no order waits for it. */
export async function hastenOrder(needs: { sql: Sql; clock: () => Date }, hint: Hint): Promise<boolean> {
  if (hint.orderId === null && hint.bankReference === null) return false
  return (await hasten(needs.sql, hint, needs.clock())).count > 0
}
