import type { Micros } from '../brazil/money.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Door } from '../transactions/door.ts'
import type { TransactionId } from '../transactions/transaction.ts'
import { insertRefund } from './sql.ts'
import { bornRefund } from './states.ts'

/** The bank has returned money nobody here asked it to return: it has happened, so it is booked, listed and told. */
export const takeBack = (
  needs: { clock: () => Date; door: Door },
  { merchantId, id, amount, refundId = uuidv7() }: TransactionId & { amount: Micros | null; refundId?: string },
) =>
  needs.door.commitAndTell(async write => {
    const at = needs.clock()
    const applied = await write.apply({ merchantId, id, event: { kind: 'takenBack', refundId, amount } })
    await insertRefund(write.tx, {
      merchantId,
      transactionId: id,
      id: refundId,
      amount: applied.refund?.amount ?? 0n,
      askedAmount: amount,
      state: bornRefund.takenBack,
      cause: null,
      createdAt: at,
      endedAt: at,
    })
    return applied
  })
