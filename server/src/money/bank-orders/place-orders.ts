import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { pauseConnection } from '../rails/connections.ts'
import type { Rails } from '../rails/rails.ts'
import type { NewOrder, OrderId, OrderKind } from './order.ts'
import {
  type Hint,
  type Woken,
  deleteStopped,
  deleteUnclaimed,
  wakeBankAway,
  wakeProbes,
  wakeInitiations,
  insertOrders,
  restartOrder,
  stateOfNamed,
  wakeOrder as updateWoken,
} from './sql.ts'
import type { Micros } from '../../platform/brazil/money.ts'

/** Stores bank orders in the commit that needs them; the worker sends them. */
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
    case 'change':
      return rails.dueCharges !== null
    case 'initiation':
      return rails.initiations !== null
    case 'registration':
      return rails.boletos !== null
    case 'settlement':
      return rails.boletos !== null && !rails.isSimulator
  }
}

export { bringStepsForward, hasOrder, selectOrder as findOrder } from './sql.ts'

/** Asks about an order at once because its bank has called back. Returns false if no order is waiting for it. */
export async function wakeOrder(needs: { sql: Sql; clock: () => Date }, hint: Hint): Promise<boolean> {
  if (hint.bankOrderId === null && hint.bankReference === null) return false
  return (await updateWoken(needs.sql, hint, needs.clock())).count > 0
}

type Named = Parameters<typeof stateOfNamed>[1]

/** The state of the unfinished order that a bank names; null: the books have none. */
export const stateOfOrder = ({ sql }: { sql: Sql }, named: Named) => stateOfNamed(sql, named)

export const isOfOrder = async (needs: { sql: Sql }, named: Named): Promise<boolean> =>
  (await stateOfOrder(needs, named)) !== null

/** A bank answers again: what waited for it goes on at once, but not what it has refused. Null: the default bank. */
export const wakeAfterOutage = (
  needs: { sql: Sql; clock: () => Date },
  connectionId: string | null,
  woken: Woken = {},
): Promise<void> => wakeBankAway(needs.sql, connectionId, needs.clock(), woken)

/** A paused bank is called again: what waited meanwhile goes on at once. */
export async function resumeBank(needs: { sql: Sql; clock: () => Date }, id: string, audit?: Audit): Promise<void> {
  await pauseConnection(needs, id, null, audit)
  await wakeAfterOutage(needs, id, { isResumed: true })
}

/** Tries banks that gave no answer with one order each, whatever this process knows of the outage. Returns 0. */
export async function probeBanks(needs: { sql: Sql; clock: () => Date }): Promise<number> {
  await wakeProbes(needs.sql, needs.clock())
  return 0
}

/** Asks about the initiations that a received payment may belong to, by amount. Returns how many are unfinished. */
export const wakeInitiationsOf = (
  needs: { sql: Sql; clock: () => Date },
  { connectionId, amount }: { connectionId: string; amount: Micros },
): Promise<number> => wakeInitiations(needs.sql, connectionId, amount, needs.clock())
