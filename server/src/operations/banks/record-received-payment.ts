import { wakeInitiationsOf } from '../../money/bank-orders/place-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type ReadMerchant, findMerchantByNumber } from '../../tenancy/merchants/read-merchant.ts'
import { forcedReturnOfDispute } from '../../products/disputes/forced-return.ts'
import type { Link } from '../../products/payment-links/states.ts'
import { findStaticLink, receiveStaticPayment } from '../../products/payment-links/receive-static-payment.ts'
import { isCompletedBy } from '../../money/rails/participant.ts'
import type { Rails, ReceivedPayment } from '../../money/rails/rails.ts'
import { bankReturnId } from '../../money/refunds/refund-transaction.ts'
import { findRefund } from '../../money/refunds/read-refunds.ts'
import { recordForcedReturn } from '../../money/refunds/force-return.ts'
import { arrivedEvent } from '../../money/transactions/event.ts'
import type { Door } from '../../money/transactions/door.ts'
import {
  type ReadTransactionById,
  findBooked,
  findReceived,
  findTransaction,
} from '../../money/transactions/read-transaction.ts'
import type { ReadTransaction, Transaction } from '../../money/transactions/transaction.ts'

export type Needs = {
  sql: Sql
  clock: () => Date
  door: Door
  readTransaction: ReadTransactionById
  readMerchant: ReadMerchant
}

/**
 * A bank has received a payment, by its own word: it is credited to its charge, once for its end-to-end id, however often
 * and in any order. What matches no charge of ours is held in suspense, for a person to look at.
 */
export async function recordReceivedPayment(needs: Needs, rails: Rails, payment: ReceivedPayment): Promise<void> {
  await record(needs, rails, payment).catch((error: unknown) => {
    // Another process has booked it at the same moment: this one finds it booked.
    if (!isKnownAlready(error)) throw error
    return record(needs, rails, payment)
  })
}

async function record(needs: Needs, rails: Rails, payment: ReceivedPayment): Promise<void> {
  const { charge, endToEndId } = payment
  const booked = await findBooked(needs, endToEndId)
  const owner = charge && (await findMerchantByNumber(needs, charge.merchantNumber))
  const transaction = owner && (await findTransaction(needs, { merchantId: owner, id: charge.transactionId }))
  if (!transaction || transaction.connectionId !== rails.connectionId) {
    const link = await findStaticLink(needs, payment, rails.connectionId)
    if (link !== null) return creditStaticQr(needs, rails, link, payment)
    return booked === null ? recordUncharged(needs, rails, payment) : recordAgain(needs, rails, booked, payment)
  }
  let paidBy = transaction.endToEndId
  if (paidBy !== endToEndId || isCompletedBy(transaction.participant, payment.payer)) {
    const { merchantId, id } = transaction
    const applied = await needs.door.apply({ merchantId, id, event: arrivedEvent(payment) })
    paidBy = applied.transaction.endToEndId
  }
  // Money in suspense is not the merchant's. When it cannot be returned any more, a person is notified.
  if (paidBy === endToEndId) await recordReturns(needs, rails, transaction, payment)
}

/** It is booked, and the bank does not name its charge: once credited it stays so. */
async function recordAgain(
  needs: Needs,
  rails: Rails,
  booked: ReadTransaction,
  payment: ReceivedPayment,
): Promise<void> {
  // Two connections to one account list the same payments: the one that has booked a payment follows it.
  if (booked.operation === 'unmatchedPayment' || booked.connectionId !== rails.connectionId) return
  await recordPayer(needs, booked, payment)
  await recordReturns(needs, rails, booked, payment)
}

/** Paid by a static code, without a charge: the payment is credited as received. */
async function creditStaticQr(needs: Needs, rails: Rails, link: Link, payment: ReceivedPayment): Promise<void> {
  const known = await findReceived(needs, payment.endToEndId)
  const transaction = known ?? (await receiveStaticPayment(needs, link, payment)).transaction
  await recordPayer(needs, transaction, payment)
  await recordReturns(needs, rails, transaction, payment)
}

/** Banks report payers in several places and at different times: what is new completes what is known. */
async function recordPayer(needs: Needs, transaction: Transaction, payment: ReceivedPayment): Promise<void> {
  const { merchantId, id, endToEndId, participant } = transaction
  if (endToEndId === payment.endToEndId && isCompletedBy(participant, payment.payer))
    await needs.door.apply({ merchantId, id, event: arrivedEvent(payment) })
}

/**
 * Money for no charge may have been initiated. While an initiation of the same amount is undecided it is refused: its bank
 * is asked, and the payment recorded again. First what is undecided is read, then what is known: whatever ends between the
 * two is known by then.
 */
async function recordUncharged(needs: Needs, rails: Rails, payment: ReceivedPayment): Promise<void> {
  const { amount, endToEndId } = payment
  const { connectionId, initiations } = rails
  const undecided = initiations === null ? 0 : await wakeInitiationsOf(needs, { connectionId, amount })
  const booked = await findBooked(needs, endToEndId)
  if (booked !== null) return recordAgain(needs, rails, booked, payment)
  if (undecided > 0)
    throw new ApiError('TransactionStateNotAllowed', { message: 'the bank may already have initiated the payment' })
  const { participant } = arrivedEvent(payment)
  const unmatched = { reason: 'NoCharge', amount, participant, endToEndId } as const
  return needs.door.commit(write => write.holdUnmatched(connectionId, unmatched))
}

/**
 * What the bank has given back without being asked (a special return) is booked and notified, once. While a refund holds the
 * same money it is refused: it is recorded again when the refund has completed or failed.
 */
async function recordReturns(
  needs: Needs,
  rails: Rails,
  { merchantId, id }: Pick<ReadTransaction, 'merchantId' | 'id'>,
  { returns }: ReceivedPayment,
): Promise<void> {
  for (const { id: bankId, amount, isForced, isDone } of returns) {
    const refundId = bankReturnId(bankId)
    if (!isForced || !isDone || (await findRefund(needs, { merchantId, transactionId: id, id: refundId })) !== null)
      continue
    const taken = { merchantId, id, amount, refundId }
    try {
      if (!(await forcedReturnOfDispute(needs, { ...taken, reportsCases: rails.disputes !== null })))
        await recordForcedReturn(needs, taken)
    } catch (error) {
      // Of two processes that record it at once, the second finds it written.
      if (!isKnownAlready(error)) throw error
    }
  }
}

/** One payment that the books cannot take now, because a refund of it is under way, is recorded later. */
export const isForLater = (error: unknown): boolean =>
  error instanceof ApiError && /^(RefundNotAllowed|TransactionStateNotAllowed)$/.test(error.reason)

export function notNow(error: unknown): void {
  if (!isForLater(error)) throw error
}

const isKnownAlready = (error: unknown): boolean => (error as { code?: string }).code === '23505'
