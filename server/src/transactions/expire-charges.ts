import { takesOrder } from '../bank-orders/place-orders.ts'
import type { RailsOf } from '../rails/rails-of.ts'
import type { Door } from './door.ts'
import { lockExpired } from './sql.ts'

type Needs = { clock: () => Date; door: Door; railsOf: RailsOf }

const mostAtOnce = 500

/**
 * Ends charges whose time is over, and answers how many. Where a bank must be asked first, it is ordered to cancel them.
 * Several workers share the work: each takes rows that no other has, and a charge that is being paid this moment is left
 * to the payment.
 */
export const expireCharges = ({ clock, door, railsOf }: Needs): Promise<number> =>
  door.commit(async write => {
    const expired = await lockExpired(write.tx, clock(), mostAtOnce)
    const wanted = []
    for (const { merchantId, id, operation, connectionId } of expired) {
      const rails = await railsOf(connectionId, write.tx).catch(() => null)
      const asksBank = operation === 'pixCashIn' && rails !== null && takesOrder(rails, 'cancellation')
      wanted.push({ merchantId, id, event: { kind: asksBank ? 'expired' : 'cancelled' } as const })
    }
    await write.applyEach(wanted)
    return expired.length
  })
