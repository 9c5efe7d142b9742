import type { Write } from '../transactions/door.ts'
import type { TransactionEvent } from '../transactions/event.ts'
import type { TransactionId } from '../transactions/transaction.ts'
import { type Refund, insertRefund } from './sql.ts'
import { bornRefund } from './states.ts'

type Asked = TransactionId & Pick<Refund, 'askedAmount' | 'askedBy' | 'reason'> & { refundId: string; at: Date }

/** A refund begins: its money is held, its bank gets an order and it is written down, all in the commit of `write`. */
export async function writeAskedRefund(
  write: Write,
  event: Extract<TransactionEvent, { kind: 'refundAsked' | 'disputeReturned' }>,
  { merchantId, id, refundId, askedAmount, askedBy, reason, at }: Asked,
) {
  const applied = await write.apply({ merchantId, id, event })
  const refund: Refund = {
    merchantId,
    transactionId: id,
    id: refundId,
    amount: applied.refund?.amount ?? 0n,
    askedAmount,
    state: bornRefund.asked,
    cause: null,
    askedBy,
    reason,
    createdAt: at,
    endedAt: null,
  }
  await insertRefund(write.tx, refund)
  return { transaction: applied.transaction, refund, order: applied.order }
}
