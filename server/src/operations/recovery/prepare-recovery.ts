import { doubtOrders } from '../../money/bank-orders/doubt-orders.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Sql } from '../../platform/db/db.ts'
import { readOpenRecovery, lockOpenRecovery, notePrepared } from '../../platform/db/recoveries.ts'

type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf }

/**
 * Before a server serves from books that were restored: orders that may have been sent since are asked about first, or
 * are exceptions. One process does it, the others wait.
 */
export async function prepareRecovery(needs: Needs): Promise<void> {
  const open = await readOpenRecovery(needs.sql)
  if (open === null || open.role === 'copy' || open.preparedAt !== null) return
  await needs.sql.longWork().begin(async tx => {
    const recovery = await lockOpenRecovery(tx)
    if (recovery === null || recovery.role === 'copy' || recovery.preparedAt !== null) return
    // Not in this transaction: there may be many, and each can be repeated.
    await doubtOrders(needs, recovery)
    await notePrepared(tx, recovery.id, needs.clock())
  })
}
