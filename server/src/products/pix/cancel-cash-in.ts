import type { OrderRunner, TakeStep } from '../../money/bank-orders/run-orders.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type RailsOf, requireRail } from '../../money/rails/rails-of.ts'
import { cancelsAtBank } from '../../money/transactions/expire-charges.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import type { Transaction, TransactionId } from '../../money/transactions/transaction.ts'
import { arrivedEvent } from '../../money/transactions/event.ts'

type Needs = {
  railsOf: RailsOf
  door: Door
  bankOrders: Pick<OrderRunner, 'tryNow'>
  readTransaction: ReadTransactionById
}

/**
 * Cancels a charge that nobody has paid: at its bank first, where it has one. It stays `Registered` until the bank has
 * answered, and a payment that came first wins. Asking again changes nothing.
 */
export async function cancelCashIn(
  needs: Needs,
  { merchantId, id }: TransactionId,
  audit?: Audit,
): Promise<Transaction> {
  const { transaction, order } = await needs.door.commit(async write => {
    const before = await write.lock({ merchantId, id })
    if (before === undefined) throw new ApiError('TransactionNotFound')
    if (before.operation !== 'pixCashIn') throw refusalOf('is not a Pix charge')
    const isAsked = before.state === 'Registered' && before.expiresAt === null
    if (before.state === 'Cancelled' || isAsked) return { transaction: before, order: null }
    const kind = (await cancelsAtBank(needs, before, write.tx)) ? 'cancelRequested' : 'cancelled'
    const applied = await write.apply({ merchantId, id, event: { kind } })
    await recordAudit(write.tx, audit)
    return applied
  })
  return order === null ? transaction : endAtBank(needs, transaction, order)
}

/** Returns the charge as it is after the first step at the bank; a payment that came first is a refusal. */
async function endAtBank(needs: Needs, { merchantId, id }: TransactionId, order: TransactionId): Promise<Transaction> {
  await needs.bankOrders.tryNow(order)
  const transaction = await needs.readTransaction(merchantId, id)
  if (transaction.state === 'Registered' || transaction.state === 'Cancelled') return transaction
  throw refusalOf(`is ${formatState(transaction.state)} and cannot be cancelled`)
}

const refusalOf = (why: string) => new ApiError('TransactionStateNotAllowed', { message: `the transaction ${why}` })

/**
 * An expired charge is cancelled at its bank first, and then here. What the bank received for it before that counts as
 * paid.
 */
export const cancelCharge =
  (needs: { door: Door; readTransaction: ReadTransactionById }): TakeStep =>
  async ({ merchantId, transactionId: id }, rails, call) => {
    const { externalId } = await needs.readTransaction(merchantId, id)
    const cancel = requireRail(requireRail(rails.charges).cancelCharge)
    const paid = externalId === null ? [] : await cancel({ externalId }, call)
    return {
      step: 'over',
      write: finish =>
        needs.door.commit(async write => {
          if (!(await finish(write.tx))) return
          // Refused are payments of a charge that was closed meanwhile: it stays as it is.
          await write.applyEach(paid.map(payment => ({ merchantId, id, event: arrivedEvent(payment) })))
          await cancelUnpaid(write, { merchantId, id })
        }),
    }
  }

/** Cancels a charge that its bank has answered about, unless a payment was credited to it or it was closed meanwhile. */
export async function cancelUnpaid(write: Write, id: TransactionId): Promise<void> {
  if ((await write.lock(id))?.state === 'Registered') await write.apply({ ...id, event: { kind: 'cancelled' } })
}
