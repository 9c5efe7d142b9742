import type { Ahead } from '../../tenancy/merchants/merchant-clock.ts'
import { type RailsOf, findRails } from '../rails/rails-of.ts'
import type { Door } from './door.ts'
import { lockExpired } from './sql.ts'
import { takesOrder } from '../bank-orders/place-orders.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Transaction } from './transaction.ts'

type Needs = { clock: () => Date; door: Door; railsOf: RailsOf }

const mostAtOnce = 500

/**
 * Ends charges whose time is over, and answers how many. Where a bank must be asked first, it is ordered to cancel them.
 * Several workers share the work: each takes rows that no other has, and a charge that is being paid this moment is left
 * to the payment. `ahead`: only those of a merchant whose clock was moved, by its clock.
 */
export const expireCharges = ({ clock, door, railsOf }: Needs, ahead?: Ahead): Promise<number> =>
  door.commit(async write => {
    const expired = await lockExpired(write.tx, ahead?.now ?? clock(), mostAtOnce, ahead?.merchantId)
    const input = []
    for (const { merchantId, id, ...charge } of expired) {
      const asksBank = await cancelsAtBank({ railsOf }, charge, write.tx)
      input.push({ merchantId, id, event: { kind: asksBank ? 'expired' : 'cancelled' } as const })
    }
    await write.applyEach(input)
    return expired.length
  })

/**
 * Whether a charge must be cancelled at its bank first, because it may have been paid there. If the bank is paused, the
 * cancellation waits; if its connection no longer exists, nobody can be asked.
 */
export async function cancelsAtBank(
  { railsOf }: { railsOf: RailsOf },
  { operation, connectionId }: Pick<Transaction, 'operation' | 'connectionId'>,
  tx: Tx,
): Promise<boolean> {
  if (operation !== 'pixCashIn') return false
  const rails = await findRails(railsOf, connectionId, tx)
  return rails !== null && takesOrder(rails, 'cancellation')
}
