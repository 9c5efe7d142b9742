import type { Ahead } from '../../tenancy/merchants/merchant-clock.ts'
import { businessDayFar } from '../../platform/brazil/business-days.ts'
import { dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { graceDays } from '../rails/due-terms.ts'
import { type RailsOf, findRails } from '../rails/rails-of.ts'
import type { Door } from './door.ts'
import { lockExpired } from './sql.ts'
import { takesOrder } from '../bank-orders/place-orders.ts'
import type { Tx } from '../../platform/db/db.ts'
import { type Transaction, isCharge } from './transaction.ts'

type Needs = { clock: () => Date; door: Door; railsOf: RailsOf }

const mostAtOnce = 500

/**
 * Ends charges whose time is over, and answers how many. Where a bank must be asked first, it is ordered to cancel them.
 * Several workers share the work: each takes rows that no other has, and a charge that is being paid this moment is left
 * to the payment. Bills have some days more, in which their banks still accept or report payments. `ahead`: only those of a merchant whose clock was moved, by its clock.
 */
export const expireCharges = ({ clock, door, railsOf }: Needs, ahead?: Ahead): Promise<number> =>
  door.commit(async write => {
    const expired = await lockExpired(write.tx, endedBy(ahead?.now ?? clock()), {
      most: mostAtOnce,
      merchantId: ahead?.merchantId,
    })
    const input = []
    for (const { merchantId, id, ...charge } of expired) {
      const asksBank = await cancelsAtBank({ railsOf }, charge, write.tx)
      input.push({ merchantId, id, event: { kind: asksBank ? 'expired' : 'cancelled' } as const })
    }
    await write.applyEach(input)
    return expired.length
  })

/** What ended before these moments is closed. */
const endedBy = (now: Date) => ({ now, bills: startOfDay(businessDayFar(dayOf(now), -graceDays)) })

/** Whether a charge must be cancelled at its bank first. A paused bank is waited for, a removed one is not. */
export async function cancelsAtBank(
  { railsOf }: { railsOf: RailsOf },
  { operation, connectionId }: Pick<Transaction, 'operation' | 'connectionId'>,
  tx: Tx,
): Promise<boolean> {
  if (!isCharge(operation)) return false
  const rails = await findRails(railsOf, connectionId, tx)
  return rails !== null && takesOrder(rails, 'cancellation')
}
