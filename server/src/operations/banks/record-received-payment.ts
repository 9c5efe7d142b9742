import { wakeInitiationsOf } from '../../money/bank-orders/place-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { isDamage, isWrittenAlready } from '../../platform/db/database-faults.ts'
import { reportDefect } from '../../platform/db/defects.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import { type ReadMerchant, findMerchantByNumber } from '../../tenancy/merchants/read-merchant.ts'
import { forcedReturnWithin } from '../../products/disputes/forced-return.ts'
import type { Link } from '../../products/payment-links/states.ts'
import { findBillByTxid } from '../../products/bills/boletos/record-boleto.ts'
import { findStaticLink, receiveStaticPayment } from '../../products/payment-links/receive-static-payment.ts'
import { isCompletedBy } from '../../money/rails/participant.ts'
import type { Rails, ReceivedPayment } from '../../money/rails/rails.ts'
import { recordForcedReturnWithin, recordReturns } from '../../money/refunds/force-return.ts'
import { PaidElsewhere, arrivedEvent } from '../../money/transactions/event.ts'
import { isRightAmount, isWithoutCharge, isWrongPayer } from '../../money/transactions/unmatched.ts'
import { isSecondBank } from '../../products/pix/register-charge.ts'
import type { Door } from '../../money/transactions/door.ts'
import {
  type ReadTransactionById,
  findBooked,
  findBooking,
  findReceived,
  findTransaction,
  keepSpelling,
} from '../../money/transactions/read-transaction.ts'
import type { ReadTransaction, Transaction } from '../../money/transactions/transaction.ts'

import { closeMatched } from './close-booked.ts'
import { receiveOwnTransfer } from './own-transfers.ts'

export type Needs = {
  sql: Sql
  clock: () => Date
  door: Door
  readTransaction: ReadTransactionById
  readMerchant: ReadMerchant
  /** Suspends a merchant whose stored data cannot be read. */
  suspendDamaged: (merchantId: string, fault: unknown) => Promise<void>
}

/**
 * A bank has received a payment, by its own word: it is credited to its charge, once for its end-to-end id, however often
 * and in any order. What matches no charge of ours is held in suspense, for a person to look at.
 */
export async function recordReceivedPayment(needs: Needs, rails: Rails, payment: ReceivedPayment): Promise<void> {
  await record(needs, rails, payment)
    .catch((error: unknown) => {
      // Another process has booked it, or its charge at another bank, at the same moment: this one finds that.
      if (!isWrittenAlready(error) && !(error instanceof PaidElsewhere)) throw error
      return record(needs, rails, payment)
    })
    .catch(async (error: unknown) => {
      const merchantId = isDamage(error) && (await payeeOf(needs, rails, payment))
      if (!merchantId) throw error
      reportDefect('background work', error)
      await needs.suspendDamaged(merchantId, error)
      throw new DamagedMerchant(payment.endToEndId)
    })
}

/** A payment of a merchant whose data cannot be read: the merchant is suspended, and the others go on. */
export class DamagedMerchant extends Error {
  constructor(endToEndId: string) {
    super(`payment ${endToEndId} is of a merchant with a damaged page`)
  }
}

const ownerOf = (needs: Needs, { merchantNumber }: { merchantNumber: number }) =>
  findMerchantByNumber(needs, merchantNumber)

/** Whose payment it is, as far as can be read: by its charge, by the code it was paid with, or by where it is booked. */
async function payeeOf(needs: Needs, { connectionId }: Rails, payment: ReceivedPayment): Promise<string | null> {
  if (payment.charge !== null) return ownerOf(needs, payment.charge)
  const link = await findStaticLink(needs, payment, connectionId).catch(() => null)
  return (link ?? (await findBooking(needs, payment.endToEndId)))?.merchantId ?? null
}

async function record(needs: Needs, rails: Rails, reported: ReceivedPayment): Promise<void> {
  const booked = await findBooked(needs, reported.endToEndId)
  // Its bank may spell the id in other letters now: the first spelling stays, and the other is kept for calls.
  if (booked !== null && booked.endToEndId !== reported.endToEndId) await keepSpelling(needs, reported.endToEndId)
  const payment = { ...reported, endToEndId: booked?.endToEndId ?? reported.endToEndId }
  const { charge, endToEndId } = payment
  const owner = charge && (await ownerOf(needs, charge))
  const ours = owner && (await findTransaction(needs, { merchantId: owner, id: charge.transactionId }))
  // A bank gives the Pix charge of a boleto a name of its own, which may look like one of ours.
  const transaction = ours || (await findTransaction(needs, await findBillByTxid(needs, rails, payment.txid)))
  // Its callback or a statement may name the payer later. Once no sweep brings it again, a person decides.
  if (transaction && transaction.onlyThisPayer && transaction.state === 'Registered' && !isPayerKnown(payment))
    throw new ApiError('TransactionStateNotAllowed', { message: 'the bank has not reported the payer yet' })
  if (!transaction || transaction.connectionId !== rails.connectionId) {
    const link = await findStaticLink(needs, payment, rails.connectionId)
    if (link !== null) return creditStaticQr(needs, rails, link, payment)
    if (booked !== null && !(transaction && isWaitingHere(booked, rails)))
      return recordAgain(needs, rails, booked, payment)
    if (transaction && isPaid(transaction)) return holdSecond(needs, rails, transaction, payment)
    if (transaction && (await isSecondCharge(needs, rails, transaction, payment)))
      return creditHere(needs, rails, transaction, payment)
    return booked === null ? recordUncharged(needs, rails, payment) : recordAgain(needs, rails, booked, payment)
  }
  // A restore has lost it, or it was returned at the bank before it was read: its money is not there any more.
  if (booked === null && transaction.state === 'Registered' && isReturned(payment))
    return holdSecond(needs, rails, transaction, payment)
  let paidBy = transaction.endToEndId
  if (paidBy !== endToEndId || isCompletedBy(transaction.participant, payment.payer)) {
    const { merchantId, id } = transaction
    const event = arrivedEvent(payment, rails.connectionId)
    const applied = await needs.door.apply({ merchantId, id, event })
    paidBy = applied.transaction.endToEndId
  }
  // Money in suspense is not the merchant's. When it cannot be returned any more, a person is notified.
  if (paidBy === endToEndId) await recordForcedReturns(needs, rails, transaction, payment)
}

/** It was held because this bank did not name its charge: it may have done so only now. */
const isWaitingHere = (booked: ReadTransaction, { connectionId }: Rails): boolean =>
  booked.operation === 'unmatchedPayment' && isWithoutCharge(booked) && booked.connectionId === connectionId

/** The bank has returned all of it already, and not because of a dispute. */
const isReturned = ({ amount, returns }: ReceivedPayment): boolean =>
  returns.reduce((sum, one) => (one.isDone && !one.isForced ? sum + one.amount : sum), 0n) >= amount

const isPayerKnown = ({ payer }: ReceivedPayment): boolean => payer !== null && payer.taxNumber !== null

/** A charge that is registered at two banks was paid at both. */
const isPaid = ({ state, endToEndId }: ReadTransaction): boolean => endToEndId !== null && state !== 'Registered'

function holdSecond(
  needs: Needs,
  { connectionId }: Rails,
  charge: ReadTransaction,
  payment: ReceivedPayment,
): Promise<void> {
  const { participant } = arrivedEvent(payment)
  const { amount, endToEndId } = payment
  const unmatched = { reason: 'SecondPayment', amount, participant, endToEndId } as const
  return needs.door.commit(write => write.holdUnmatched(connectionId, unmatched, charge))
}

/** A charge whose merchant allowed two when it was made may be paid at either bank: the first payment counts. */
const isSecondCharge = async (
  needs: Needs,
  { connectionId }: Rails,
  charge: ReadTransaction,
  { amount, payer }: ReceivedPayment,
): Promise<boolean> =>
  charge.state === 'Registered' &&
  isRightAmount(charge, amount) &&
  !isWrongPayer(charge, { participant: payer }) &&
  isSecondBank(needs, charge, connectionId)

const creditHere = (
  needs: Needs,
  { connectionId }: Rails,
  { merchantId, id }: ReadTransaction,
  payment: ReceivedPayment,
): Promise<void> =>
  needs.door.commit(async write => {
    const locked = await write.lock({ merchantId, id })
    // Somebody was faster: it is recorded again.
    if (locked?.state !== 'Registered') throw new ApiError('TransactionStateNotAllowed')
    await write.moveToBank({ merchantId, id }, connectionId)
    const { transaction } = await write.apply({ merchantId, id, event: arrivedEvent(payment) })
    // Somebody has ordered it back: it stays in suspense, and the charge at its own bank.
    if (transaction.endToEndId === null) throw new ApiError('TransactionStateNotAllowed')
  })

/** It is booked, and the bank does not name its charge: once credited it stays so. */
async function recordAgain(
  needs: Needs,
  rails: Rails,
  booked: ReadTransaction,
  payment: ReceivedPayment,
): Promise<void> {
  await recordPayer(needs, booked, payment)
  // Two connections to one account list the same payments: the one that has booked a payment follows it. Only its payer may
  // be named at the other, to whose key it came.
  if (booked.connectionId !== rails.connectionId) return
  if (booked.operation === 'unmatchedPayment') return
  await recordForcedReturns(needs, rails, booked, payment)
}

/** Paid by a static code, without a charge: the payment is credited as received. */
async function creditStaticQr(needs: Needs, rails: Rails, link: Link, payment: ReceivedPayment): Promise<void> {
  const known = await findReceived(needs, payment.endToEndId)
  const transaction = known ?? (await receiveStaticPayment(needs, link, payment)).transaction
  await recordPayer(needs, transaction, payment)
  await recordForcedReturns(needs, rails, transaction, payment)
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
  if (await receiveOwnTransfer(needs, connectionId, payment)) return
  const { participant } = arrivedEvent(payment)
  const unmatched = { reason: 'NoCharge', amount, participant, endToEndId } as const
  return needs.door.commit(write => write.holdUnmatched(connectionId, unmatched))
}

/**
 * What the bank has given back without being asked (a special return) is booked and notified, once. While a refund holds the
 * same money it is refused: it is recorded again when the refund has completed or failed.
 */
async function recordForcedReturns(
  needs: Needs,
  rails: Rails,
  transaction: Pick<ReadTransaction, 'merchantId' | 'id'>,
  { returns }: ReceivedPayment,
): Promise<void> {
  const done = returns.filter(({ isDone }) => isDone)
  const taken = done.filter(({ isForced }) => isForced)
  if (taken.length === 0) return
  const made = done.reduce((sum, { amount }) => sum + amount, 0n)
  await recordReturns(needs, transaction, { taken, made }, async (write, one) => {
    // Each at a time of its own: in this order disputes take their share of them.
    const at = await timeFor(needs, one.merchantId)
    const isOfDispute = await forcedReturnWithin(write, { ...one, reportsCases: rails.disputes !== null }, at)
    if (!isOfDispute) await recordForcedReturnWithin(write, one, at)
  })
  await closeMatched(needs, transaction)
}

/** One payment that the books cannot take now, because a refund of it is under way, is recorded later. */
export const isForLater = (error: unknown): boolean =>
  error instanceof ApiError && /^(RefundNotAllowed|TransactionStateNotAllowed)$/.test(error.reason)

export function notNow(error: unknown): void {
  if (!isForLater(error)) throw error
}
