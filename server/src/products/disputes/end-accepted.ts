import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Door } from '../../money/transactions/door.ts'
import { type Dispute, movedBy } from './dispute.ts'
import { endAndUnblock } from './end-and-unblock.ts'
import { shareReturns } from './share-returns.ts'
import { lockUndecidedOf, selectUnshared } from './sql.ts'

type Needs = { clock: () => Date; door: Door; readMerchant: ReadMerchant }

/**
 * A bank has accepted these cases of a payment, and gives the money back by itself: each ends with the return that was made for
 * it. One whose return is not booked yet stays as it is, with its money blocked; where nothing is left of the payment, it
 * ends without one.
 */
export async function endAccepted(needs: Needs, known: readonly Dispute[]): Promise<void> {
  const [one] = known
  if (one === undefined) return
  const { merchantId, transactionId } = one
  const endedAt = await timeFor(needs, merchantId)
  await needs.door.commit(async write => {
    const transaction = await write.lock({ merchantId, id: transactionId })
    const undecided = await lockUndecidedOf(write.tx, { merchantId, transactionId })
    const accepted = undecided.filter(({ id }) => known.some(one => one.id === id))
    const open = undecided.filter(one => !accepted.includes(one))
    const isAll = transaction?.state !== 'Completed'
    const returns = await selectUnshared(write.tx, { merchantId, transactionId })
    const shares = shareReturns({ accepted, open, returns, isAll })
    for (const dispute of accepted) {
      const share = shares.get(dispute.id)
      if (share !== undefined) {
        const facts = { state: movedBy(dispute, 'takeBack'), refundId: share.id, returnedAmount: share.amount, endedAt }
        await endAndUnblock(write, { ...dispute, ...facts }, 'DisputeReturned')
      } else if (isAll) {
        const facts = { state: movedBy(dispute, 'release'), cause: 'AlreadyReturned', endedAt }
        await endAndUnblock(write, { ...dispute, ...facts }, 'DisputeReleased')
      }
    }
  })
}
