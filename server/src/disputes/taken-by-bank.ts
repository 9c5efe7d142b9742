import type { Micros } from '../brazil/money.ts'
import { timeFor } from '../merchants/merchant-clock.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import { takeBackWithin } from '../refunds/take-back.ts'
import type { Door, Write } from '../transactions/door.ts'
import { left } from '../transactions/facts-of-event.ts'
import type { Transaction, TransactionId } from '../transactions/transaction.ts'
import { type Dispute, movedBy } from './dispute.ts'
import { disputeEvent } from './dispute-event.ts'
import { lockUndecidedOf, updateBlocked } from './sql.ts'
import { writeEnd } from './write-end.ts'

type Needs = { clock: () => Date; door: Door; readMerchant: ReadMerchant }
type Taken = TransactionId & { amount: Micros; refundId: string }

/**
 * The bank has given money back because of a dispute, without being asked. A dispute of the payment that nobody has
 * decided ends with it: what it blocked pays for it, then what others block. False: there is none.
 */
export async function takenByBank(needs: Needs, taken: Taken): Promise<boolean> {
  const { merchantId, id, amount } = taken
  const at = await timeFor(needs, merchantId)
  return needs.door.commit(async write => {
    await write.lock({ merchantId, id })
    const [dispute, ...others] = await lockUndecidedOf(write.tx, { merchantId, transactionId: id })
    if (dispute === undefined) return false
    const returned = { ...dispute, state: movedBy(dispute, 'takeBack'), returnedAmount: amount, endedAt: at }
    let after = await unblock(write, dispute, dispute.blockedAmount)
    // The money is gone: what other cases of the payment block of it is no longer there.
    for (const other of others.toReversed()) {
      const missing = amount - left(after)
      if (missing <= 0n) break
      const freed = missing < other.blockedAmount ? missing : other.blockedAmount
      after = await unblock(write, other, freed)
      await updateBlocked(write.tx, { ...other, blockedAmount: other.blockedAmount - freed })
    }
    await takeBackWithin(write, taken, at, (_, told) => [told, disputeEvent('DisputeReturned', returned)])
    await writeEnd(write.tx, returned)
    return true
  })
}

/** So much of what it blocks is available again; answers what the transaction is then. */
async function unblock(write: Write, dispute: Dispute, amount: Micros): Promise<Transaction> {
  const { merchantId, transactionId: id } = dispute
  const event = { kind: 'disputeReleased', amount } as const
  return (await write.apply({ merchantId, id, event, tells: () => [] })).transaction
}
