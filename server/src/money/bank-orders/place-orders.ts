import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Rails } from '../rails/rails.ts'
import type { NewOrder, OrderId, OrderKind } from './order.ts'
import {
  type Hint,
  deleteStopped,
  deleteUnclaimed,
  wakeInitiations,
  insertOrders,
  restartOrder,
  wakeOrder as updateWoken,
} from './sql.ts'
import type { Micros } from '../../platform/brazil/money.ts'

/**
 * Stores bank orders in the commit that needs them, so that neither exists without the other. The worker sends them.
 */
export async function placeOrders(tx: Tx, orders: NewOrder[]): Promise<void> {
  if (orders.length > 0) await insertOrders(tx, orders)
}

/** Withdraws an order; returns false if a worker has claimed it, because the bank may have received it. */
export const withdrawOrder = async (tx: Tx, id: OrderId): Promise<boolean> =>
  (await deleteUnclaimed(tx, id)).count === 1

/** Restarts a stopped order: the bank is asked first, as after every lost response. */
export async function sendAgain(tx: Tx, id: OrderId, at: Date): Promise<void> {
  if ((await restartOrder(tx, id, at)).count === 0) throw new ApiError('ExceptionActNotAllowed')
}

/** Deletes a stopped order because a person has decided how it ended. */
export const endOrder = (tx: Tx, id: OrderId) => deleteStopped(tx, id)

/** Whether the bank takes orders of this kind. The simulator does not: it waits for a simulation call. */
export const takesOrder = (rails: Rails, kind: OrderKind): boolean => {
  switch (kind) {
    case 'payout':
      return rails.payouts !== null
    case 'return':
      return rails.returns !== null
    case 'cancellation':
      return rails.charges !== null && rails.charges.cancelCharge !== null
    case 'initiation':
      return rails.initiations !== null
  }
}

export { bringStepsForward, hasOrder, selectOrder as findOrder } from './sql.ts'

/** Asks about an order at once because its bank has called back. Returns false if no order is waiting for it. */
export async function wakeOrder(needs: { sql: Sql; clock: () => Date }, hint: Hint): Promise<boolean> {
  if (hint.bankOrderId === null && hint.bankReference === null) return false
  return (await updateWoken(needs.sql, hint, needs.clock())).count > 0
}

/**
 * A received payment may belong to an initiation, so those of its amount are asked about. Returns how many are
 * unfinished.
 */
export const wakeInitiationsOf = (
  needs: { sql: Sql; clock: () => Date },
  { connectionId, amount }: { connectionId: string; amount: Micros },
): Promise<number> => wakeInitiations(needs.sql, connectionId, amount, needs.clock())
