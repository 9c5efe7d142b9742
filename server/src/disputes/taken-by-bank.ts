import type { Micros } from '../brazil/money.ts'
import { timeFor } from '../merchants/merchant-clock.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import { takeBackWithin } from '../refunds/take-back.ts'
import type { Door } from '../transactions/door.ts'
import type { TransactionId } from '../transactions/transaction.ts'
import { movedBy } from './dispute.ts'
import { disputeEvent } from './dispute-event.ts'
import { lockUndecidedOf } from './sql.ts'
import { writeEnd } from './write-end.ts'

type Needs = { clock: () => Date; door: Door; readMerchant: ReadMerchant }
type Taken = TransactionId & { amount: Micros; refundId: string }

/**
 * The bank has given money back because of a dispute, without being asked. A dispute of the payment that nobody has
 * decided ends with it: what it blocked pays for it. False: there is none.
 */
export async function takenByBank(needs: Needs, taken: Taken): Promise<boolean> {
  const { merchantId, id, amount } = taken
  const at = await timeFor(needs, merchantId)
  return needs.door.commit(async write => {
    await write.lock({ merchantId, id })
    const dispute = await lockUndecidedOf(write.tx, { merchantId, transactionId: id })
    if (dispute === undefined) return false
    const returned = { ...dispute, state: movedBy(dispute, 'takeBack'), returnedAmount: amount, endedAt: at }
    const event = { kind: 'disputeReleased', amount: dispute.blockedAmount } as const
    await write.apply({ merchantId, id, event, tells: () => [] })
    await takeBackWithin(write, taken, at, (_, told) => [told, disputeEvent('DisputeReturned', returned)])
    await writeEnd(write.tx, returned)
    return true
  })
}
