import { requireOwnMoney } from '../../money/adjustments/require-own-money.ts'
import { postAdjustment } from '../../money/adjustments/post-adjustment.ts'
import { differenceOf } from '../../money/bank-orders/differences.ts'
import type { BankException } from '../../money/bank-orders/exceptions.ts'
import { type Fact, type FactCode, amountIn } from '../../money/bank-orders/fact.ts'
import { recordForcedReturnWithin } from '../../money/refunds/force-return.ts'
import type { Write } from '../../money/transactions/door.ts'
import { left } from '../../money/transactions/facts-of-event.ts'
import { directionOf } from '../../money/transactions/operations.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'

/** Which facts say what the bank holds for a payment, and which what has left it. */
const signs: Partial<Record<FactCode, bigint>> = {
  amountReceived: 1n,
  amountHeld: 1n,
  amountReturned: -1n,
  amountSent: -1n,
  amountInProcess: -1n,
}

function heldBy(fact: Fact): Micros {
  const amount = amountIn(fact)
  return (signs[fact.code] ?? 0n) * (fact.value?.startsWith('-') === true ? -amount : amount)
}

/** By how much the bank holds more (or, negative, less) than the books say; null: it is no difference. */
export function gapOf(exception: Pick<BankException, 'subject' | 'expected' | 'said'>): Micros | null {
  const difference = differenceOf(exception)
  if (difference === null) return null
  const gap = heldBy(exception.said) - heldBy(exception.expected)
  // What was returned of a payment has left the bank; what was returned of a payout has come back to it.
  return difference === 'payoutReturned' ? -gap : gap
}

/**
 * What is booked of a difference: all of it, or what a person says, and no more. A payout that only the bank knows is booked
 * whole: nothing could book the rest of it under the same end-to-end id.
 */
export function amountOfGap(exception: BankException, said: Micros | null): Micros {
  const gap = gapOf(exception) ?? 0n
  const whole = gap < 0n ? -gap : gap
  const amount = said ?? whole
  if (differenceOf(exception) === 'payoutNotBooked' && amount !== whole)
    throw new ApiError('ExceptionActNotAllowed', { message: 'the payment is booked whole: leave the amount out' })
  if (amount > 0n && amount <= whole) return amount
  throw new ApiError('ExceptionActNotAllowed', { message: 'the amount is more than the difference' })
}

type Adjusting = {
  exception: BankException
  /** Null: the books know none, and a person has named the merchant. */
  transaction: Transaction | null
  merchantId: string
  /** Of the platform's own books; null: of the merchant's balance. */
  name: 'tariffPaid' | 'feesWithdrawn' | 'ownMoneyAdded' | null
  /** Null: all of it. */
  amount: Micros | null
  reason: string
  evidence: string
  by: string
  at: Date
}

/**
 * The books follow the bank. What came or went back of a payment becomes a return of it, so that it is not returned again;
 * everything else is an adjustment of its merchant's balance.
 */
export async function adjustDifference(write: Write, adjusting: Adjusting): Promise<void> {
  const { exception, transaction, merchantId, reason, evidence, by, at } = adjusting
  const gap = gapOf(exception) ?? 0n
  const amount = amountOfGap(exception, adjusting.amount)
  if (transaction !== null) refuseBooked(exception, transaction, amount)
  if (transaction !== null && isReturn(exception, transaction)) {
    const { id } = transaction
    const isWholePayout = directionOf(transaction.operation) === 'Debit' && amount === left(transaction)
    if (isWholePayout) return void (await write.apply({ merchantId, id, event: { kind: 'reversed' } }))
    if (amount <= left(transaction))
      return void (await recordForcedReturnWithin(write, { merchantId, id, amount, reason }, at))
  }
  if (adjusting.name === 'feesWithdrawn') await requireOwnMoney(write.tx, amount)
  const connectionId = transaction?.connectionId ?? exception.connectionId
  if (connectionId === null) throw new ApiError('BankNotConnected')
  await postAdjustment(
    write,
    {
      merchantId,
      name: adjusting.name ?? (gap > 0n ? 'adjustmentIn' : 'adjustmentOut'),
      connectionId,
      amount,
      reason,
      evidence,
      endToEndId: transaction?.endToEndId ?? exception.endToEndId,
      transactionId: transaction?.id ?? null,
      exceptionId: exception.id,
      madeBy: by,
    },
    at,
  )
}

/** The bank may have called back, or have been swept, since the difference was found: then the books have got the return. */
function refuseBooked(exception: BankException, transaction: Transaction, amount: Micros): void {
  const lacking = lackingNow(exception, transaction)
  if (lacking !== null && amount > lacking)
    throw new ApiError('ExceptionActNotAllowed', { message: 'the books have got the return since then' })
}

/** What of a difference about returns the books still lack, whatever state the transaction has now; null: it is about something else. */
function lackingNow(exception: BankException, transaction: Transaction): Micros | null {
  const { state, amount, refundedAmount, refundingAmount } = transaction
  const whole = transaction.paidAmount ?? amount
  const returned = state === 'Reversed' ? whole - refundingAmount : refundedAmount
  if (differenceOf(exception) === 'payoutNotAtBank') return whole - returned
  if (exception.said.code !== 'amountReturned') return null
  const [before, atBank] = [-heldBy(exception.expected), -heldBy(exception.said)]
  return atBank > before ? atBank - returned : returned - atBank
}

/** A payout that has come back, or a payment of which the bank has returned more. */
export function isReturn(
  exception: BankException,
  { state, operation }: Pick<Transaction, 'state' | 'operation'>,
): boolean {
  if (state !== 'Completed' || operation === 'unmatchedPayment') return false
  const hasMore = (gapOf(exception) ?? 0n) > 0n
  return directionOf(operation) === 'Debit' ? hasMore : !hasMore && differenceOf(exception) === 'returnedAmount'
}
