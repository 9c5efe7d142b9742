import type { Door } from './door.ts'
import { lockExpired } from './sql.ts'

type Needs = { clock: () => Date; door: Door }

const mostAtOnce = 500

/**
 * Cancels charges whose time is over, and answers how many. Several workers share the work: each takes rows that no
 * other has, and a charge that is being paid this moment is left to the payment.
 */
export const expireCharges = ({ clock, door }: Needs): Promise<number> =>
  door.commit(async write => {
    const expired = await lockExpired(write.tx, clock(), mostAtOnce)
    await write.applyEach(expired.map(ids => ({ ...ids, event: { kind: 'cancelled' } })))
    return expired.length
  })
