import { takesOrder } from '../bank-orders/place-orders.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import type { Transaction } from './transaction.ts'

/** Whether a charge must be cancelled at its bank first, which may have been paid. Where no bank is connected any more, not. */
export async function cancelsAtBank(
  { railsOf }: { railsOf: RailsOf },
  { operation, connectionId }: Pick<Transaction, 'operation' | 'connectionId'>,
  tx: Tx,
): Promise<boolean> {
  if (operation !== 'pixCashIn') return false
  const rails = await railsOf(connectionId, tx).catch(() => null)
  return rails !== null && takesOrder(rails, 'cancellation')
}
