import type { Micros } from '../brazil/money.ts'
import { uuidv7 } from '../lib/uuid.ts'
import type { Door } from '../transactions/door.ts'
import type { TransactionId } from '../transactions/transaction.ts'
import { insertRefund } from './sql.ts'
import { bornRefund } from './states.ts'

type TakenBack = TransactionId & {
  amount: Micros | null
  refundId?: string
  /** Nothing has happened at a bank yet: then the balance must cover it. */
  isSimulated?: boolean
}

/** The bank has returned money nobody here asked it to return: it has happened, so it is booked, listed and told. */
export const takeBack = (
  needs: { clock: () => Date; door: Door },
  { merchantId, id, amount, refundId = uuidv7(needs.clock().getTime()), isSimulated = false }: TakenBack,
) =>
  needs.door.commitAndTell(async write => {
    const at = needs.clock()
    const applied = await write.apply({ merchantId, id, event: { kind: 'takenBack', refundId, amount, isSimulated } })
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
