import type { TakeStep } from '../bank-orders/run-orders.ts'
import { needed } from '../rails/rails-of.ts'
import type { Door } from '../transactions/door.ts'
import type { ReadTransactionById } from '../transactions/read-transaction.ts'

/** Lets the bank forget a charge that is over here. One that was paid there meanwhile is for a person. */
export const cancelCharge =
  (needs: { door: Door; readTransaction: ReadTransactionById }): TakeStep =>
  async ({ merchantId, transactionId }, rails, call) => {
    const { externalId, state } = await needs.readTransaction(merchantId, transactionId)
    const cancel = needed(needed(rails.charges).cancelCharge)
    const answer = externalId === null ? 'cancelled' : await cancel({ externalId }, call)
    if (answer === 'paid') return { step: 'contradiction', expected: `the charge is ${state}`, said: 'paid' }
    return { step: 'over', write: finish => needs.door.commit(write => finish(write.tx)) }
  }
