import type { TakeStep } from '../../money/bank-orders/run-orders.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import { type TransactionEvent, arrivedEvent } from '../../money/transactions/event.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'

/**
 * A charge whose time is over is cancelled at its bank, and only then here. What the bank took for it before that counts as
 * paid, whoever was late.
 */
export const cancelCharge =
  (needs: { door: Door; readTransaction: ReadTransactionById }): TakeStep =>
  async ({ merchantId, transactionId: id }, rails, call) => {
    const { externalId } = await needs.readTransaction(merchantId, id)
    const cancel = requireRail(requireRail(rails.charges).cancelCharge)
    const paid = externalId === null ? [] : await cancel({ externalId }, call)
    const events: TransactionEvent[] = paid.length > 0 ? paid.map(arrivedEvent) : [{ kind: 'cancelled' }]
    return {
      step: 'over',
      write: finish =>
        needs.door.commit(async write => {
          // One that has ended meanwhile stays as it is.
          if (await finish(write.tx)) await write.applyEach(events.map(event => ({ merchantId, id, event })))
        }),
    }
  }
