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

/** Writes down what banks are to do, in the commit that wants it; the worker asks them from the next moment on. */
export async function placeOrders(tx: Tx, orders: NewOrder[]): Promise<void> {
  if (orders.length > 0) await insertOrders(tx, orders)
}

/** Takes an order back; answers false when a worker has had it: it may have gone to the bank. */
export const withdrawOrder = async (tx: Tx, id: OrderId): Promise<boolean> =>
  (await deleteUnclaimed(tx, id)).count === 1

/** Lets an order that stands still go on: the bank is asked first, as after every lost answer. */
export async function sendAgain(tx: Tx, id: OrderId, at: Date): Promise<void> {
  if ((await restartOrder(tx, id, at)).count === 0) throw new ApiError('ExceptionActNotAllowed')
}

/** Ends an order that stands still, because a person has said how it ended. */
export const endOrder = (tx: Tx, id: OrderId) => deleteStopped(tx, id)

/** Whether a bank does this by order; the simulator waits for a simulation call instead of paying out. */
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

/** A bank has called back: its order is asked about at once. Answers false where no order waits for it. */
export async function wakeOrder(needs: { sql: Sql; clock: () => Date }, hint: Hint): Promise<boolean> {
  if (hint.bankOrderId === null && hint.bankReference === null) return false
  return (await updateWoken(needs.sql, hint, needs.clock())).count > 0
}

/** Money has come that may be an initiation's: those of its amount are asked about. Answers how many have not ended. */
export const wakeInitiationsOf = (
  needs: { sql: Sql; clock: () => Date },
  { connectionId, amount }: { connectionId: string; amount: Micros },
): Promise<number> => wakeInitiations(needs.sql, connectionId, amount, needs.clock())
