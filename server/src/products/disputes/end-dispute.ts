import type { OrderRunner } from '../../money/bank-orders/run-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { writeAskedRefund } from '../../money/refunds/refund-transaction.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import { type Dispute, movedBy } from './dispute.ts'
import { endAndUnblock } from './end-and-unblock.ts'
import { readDispute } from './read-dispute.ts'
import { disputeReturnId } from '../../money/refunds/refund-ids.ts'
import { lockDispute, updateDispute } from './sql.ts'

export type Needs = {
  sql: Sql
  clock: () => Date
  door: Door
  readMerchant: ReadMerchant
  bankOrders: Pick<OrderRunner, 'tryNow'>
}

type EndDisputeInput = { merchantId: string; disputeId: string }

/** The merchant keeps the money: it is available again, but for what other cases of the payment ask for. */
export async function releaseDispute(needs: Needs, wanted: EndDisputeInput & { cause?: string }): Promise<Dispute> {
  const known = await readDispute(needs, wanted.merchantId, wanted.disputeId)
  const endedAt = await timeFor(needs, wanted.merchantId)
  return needs.door.commit(async write => {
    const { dispute } = await lock(write, known)
    const released = { ...dispute, state: movedBy(dispute, 'release'), cause: wanted.cause ?? null, endedAt }
    return endAndUnblock(write, released, 'DisputeReleased')
  })
}

/** The payer gets back what is blocked: its bank is ordered to return it, as for a refund. */
export async function returnDispute(needs: Needs, { merchantId, disputeId }: EndDisputeInput): Promise<Dispute> {
  const known = await readDispute(needs, merchantId, disputeId)
  const at = await timeFor(needs, merchantId)
  const { order } = await needs.door.commit(async write => {
    const { dispute, transaction } = await lock(write, known)
    const state = movedBy(dispute, 'return')
    const { blockedAmount: amount, bankReference } = dispute
    if (amount === 0n)
      throw new ApiError('DisputeStateNotAllowed', {
        message: 'no money is blocked that could be returned: release the dispute',
      })
    const refundId = disputeReturnId(uuidv7(at.getTime()))
    const asked = {
      refundId,
      amount,
      askedAmount: amount,
      askedBy: { by: 'bank' } as const,
      reason: `MED ${bankReference}`,
    }
    await updateDispute(write.tx, { ...dispute, state, refundId })
    return writeAskedRefund(write, { kind: 'disputeReturned', refundId, amount }, { ...asked, ...transaction, at })
  })
  if (order !== null) await needs.bankOrders.tryNow(order)
  return readDispute(needs, merchantId, known.id)
}

/** Its transaction first, as everybody does who moves the money of it. */
async function lock(write: Write, { merchantId, id, transactionId }: Dispute) {
  const transaction = { merchantId, id: transactionId }
  await write.lock(transaction)
  const dispute = await lockDispute(write.tx, merchantId, id)
  if (dispute === undefined) throw new ApiError('DisputeNotFound')
  return { dispute, transaction }
}
