import type { OrderRunner, TakeStep } from '../../money/bank-orders/run-orders.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type RailsOf, requireRail } from '../../money/rails/rails-of.ts'
import { cancelsAtBank } from '../../money/transactions/expire-charges.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import type { ChargeRail } from '../../money/rails/rails.ts'
import { orderOver } from '../../money/transactions/order-over.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { stateInRefusal } from '../../money/transactions/format-state.ts'
import { type Transaction, type TransactionId, isCharge } from '../../money/transactions/transaction.ts'
import { arrivedEvent } from '../../money/transactions/event.ts'

type Needs = {
  railsOf: RailsOf
  door: Door
  bankOrders: Pick<OrderRunner, 'tryNow'>
  readTransaction: ReadTransactionById
}

/** Cancels an unpaid charge, at its bank first. A payment that came first wins, and asking again changes nothing. */
export async function cancelCashIn(
  needs: Needs,
  { merchantId, id }: TransactionId,
  audit?: Audit,
): Promise<Transaction> {
  const { transaction, order } = await needs.door.commit(async write => {
    const before = await write.lock({ merchantId, id })
    if (before === undefined) throw new ApiError('TransactionNotFound')
    if (!isCharge(before.operation)) throw refusalOf('is not a Pix charge')
    const isRegistering = before.state === 'Created'
    const isAsked = (before.state === 'Registered' || isRegistering) && before.expiresAt === null
    if (before.state === 'Cancelled' || isAsked) return { transaction: before, order: null }
    const isAtBank = isRegistering || (await cancelsAtBank(needs, before, write.tx))
    const kind = isAtBank ? 'cancelRequested' : 'cancelled'
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
  throw refusalOf(`is ${stateInRefusal(transaction.state)} and cannot be cancelled`)
}

const refusalOf = (why: string) => new ApiError('TransactionStateNotAllowed', { message: `the transaction ${why}` })

/** An expired charge is cancelled at its bank first. What the bank received before that counts as paid. */
export const cancelCharge =
  (needs: { door: Door; readTransaction: ReadTransactionById }): TakeStep =>
  async ({ merchantId, transactionId: id }, rails, call) => {
    const { externalId, operation, onlyThisPayer, state } = await needs.readTransaction(merchantId, id)
    const rail = operation === 'pixBill' ? rails.dueCharges : rails.charges
    const cancel = requireRail(requireRail<Pick<ChargeRail, 'cancelCharge'>>(rail).cancelCharge)
    const paid = externalId === null ? [] : await cancel({ externalId }, call)
    // Who paid is reported elsewhere: the payment is recorded with its payer, and decides.
    if (onlyThisPayer && state === 'Registered' && paid.length > 0) return { step: 'again' }
    return orderOver(needs.door, async write => {
      // Refused are payments of a charge that was closed meanwhile: it stays as it is.
      await write.applyEach(paid.map(payment => ({ merchantId, id, event: arrivedEvent(payment, rails.connectionId) })))
      await cancelUnpaid(write, { merchantId, id })
    })
  }

/** Cancels a charge that its bank has answered about, unless a payment was credited to it or it was closed meanwhile. */
export async function cancelUnpaid(write: Write, id: TransactionId): Promise<void> {
  if ((await write.lock(id))?.state === 'Registered') await write.apply({ ...id, event: { kind: 'cancelled' } })
}
