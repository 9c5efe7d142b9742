import { readExceptionsOf } from '../bank-orders/exceptions.ts'
import { fact } from '../bank-orders/fact.ts'
import { type ClaimedOrder, isFirstCall } from '../bank-orders/order.ts'
import type { Outcome, TakeStep } from '../bank-orders/run-orders.ts'
import { callSeconds, mostRefusals } from '../bank-orders/schedule.ts'
import { type Micros, formatAmountShort } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { readMoneyHold } from '../../platform/db/recoveries.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Rails, Return, ReturnReport } from '../rails/rails.ts'
import { requireRail } from '../rails/rails-of.ts'
import type { Door, Write } from '../transactions/door.ts'
import { orderOver } from '../transactions/order-over.ts'
import {
  type ReadTransaction,
  type ReadTransactionById,
  readAtBank,
  spelledAtBank,
} from '../transactions/read-transaction.ts'
import { type Refund, type RefundId, selectRefund, sumOthers, updateRefund } from './sql.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import { isCharge } from '../transactions/transaction.ts'
import { refundTransitionOf } from './states.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  door: Door
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
}

/** Takes the return of a payment one step further: a refund, or unmatched money of the platform's. */
export const returnPayment =
  (needs: Needs): TakeStep =>
  async (order, rails, call) => {
    const payment = await needs.readTransaction(order.merchantId, order.transactionId)
    const bankReturn = await returnOf(needs, rails, order, payment)
    const rail = requireRail(rails.returns)
    const known = bankReturn.isSentBefore ? await rail.readReturn(bankReturn, call) : null
    const at = await timeFor(needs, order.merchantId)
    if (known !== null) return outcomeOf(needs, order, at, known)
    const { isHeld, forgottenFrom } = await readMoneyHold(needs.sql, [order.connectionId])
    if (isHeld) return { step: 'held' }
    const forgotten =
      forgottenFrom === null
        ? null
        : await findForgottenReturn(needs, rails, payment, order.subject === null ? 0n : bankReturn.amount)
    if (forgotten !== null) return { step: 'contradiction', ...forgotten }
    return outcomeOf(needs, order, at, await rail.sendReturn(bankReturn, call))
  }

/** After a recovery a merchant may repeat a refund that the books have forgotten and the bank has made or has in process; null: not this one. */
async function findForgottenReturn(needs: Needs, rails: Rails, payment: ReadTransaction, ownAmount: Micros) {
  const { endToEndId, refundedAmount, refundingAmount } = payment
  const atBank = await readAtBank(needs, rails, endToEndId)
  const returned = (atBank?.returns ?? []).reduce((sum, { amount, isRefused }) => (isRefused ? sum : sum + amount), 0n)
  const booked = refundedAmount + refundingAmount - ownAmount
  if (returned <= booked) return null
  const amountReturned = (amount: Micros) => fact('amountReturned', formatAmountShort(amount))
  return { expected: amountReturned(booked), said: amountReturned(returned) }
}

/** What the bank reports of a return; nothing is sent. Null: it never got it. */
export async function askReturn(
  needs: Pick<Needs, 'sql'>,
  rails: Rails,
  order: ClaimedOrder,
  payment: ReadTransaction,
): Promise<ReturnReport | null> {
  const call = { signal: AbortSignal.timeout(callSeconds * 1000), remember: async () => {} }
  return requireRail(rails.returns).readReturn(await returnOf(needs, rails, order, payment), call)
}

async function returnOf(
  { sql }: Pick<Needs, 'sql'>,
  rails: Rails,
  order: ClaimedOrder,
  { amount, endToEndId, operation }: ReadTransaction,
): Promise<Return> {
  const { merchantId, transactionId, id: bankOrderId, subject } = order
  const refundId = subject === null ? null : { merchantId, transactionId, id: subject }
  const replacedOrderIds = (await readExceptionsOf(sql, merchantId, transactionId)).flatMap(one =>
    one.act === 'return' && one.subject === subject && one.bankOrderId !== null ? [one.bankOrderId] : [],
  )
  return {
    merchantId,
    bankOrderId,
    isSentBefore: !isFirstCall(order) || replacedOrderIds.length > 0,
    replacedOrderIds,
    endToEndId: endToEndId === null ? '' : await spelledAtBank({ sql }, rails, endToEndId),
    isOfCharge: isCharge(operation),
    amount: (refundId && (await selectRefund(sql, refundId))?.amount) ?? amount,
    otherAmount: refundId === null ? 0n : await sumOthers(sql, refundId),
  }
}

function outcomeOf(needs: Needs, order: ClaimedOrder, at: Date, report: ReturnReport): Outcome {
  // The bank may not show yet what it has accepted. When it stays so, a person looks.
  if (report.state === 'doubtful' && order.step >= mostRefusals)
    return { step: 'contradiction', expected: fact('anEnd'), said: fact('doubtful', report.cause) }
  // What is none of the words we know says nothing: the bank is asked again.
  if (report.state !== 'returned' && report.state !== 'refused') return { step: 'again' }
  // Money that is nobody's cannot be released to anybody: where the bank does not take it back, a person looks.
  if (order.subject === null && report.state === 'refused')
    return { step: 'contradiction', expected: fact('goesBack'), said: fact('refused', report.words ?? report.cause) }
  const { merchantId, transactionId, subject } = order
  return orderOver(needs.door, write =>
    subject === null
      ? write.apply({ merchantId, id: transactionId, event: { kind: 'returned' } })
      : endRefund(write, { merchantId, transactionId, id: subject }, endOf(report), at),
  )
}

const endOf = (report: Exclude<ReturnReport, { state: 'accepted' | 'doubtful' }>) =>
  report.state === 'returned'
    ? ({ event: 'completed' } as const)
    : ({ event: 'failed', cause: report.cause, bankWords: report.words ?? null } as const)

type End = { event: 'completed' } | { event: 'failed'; cause: string; bankWords?: string | null }

/** Writes how a refund ended: the refund, the held money and the merchant's event in one commit. Ended once, it stays so. */
export async function endRefund(write: Write, id: RefundId, end: End, at: Date): Promise<void> {
  await write.lock({ merchantId: id.merchantId, id: id.transactionId })
  const refund = await selectRefund(write.tx, id)
  const row = refund && refundTransitionOf(refund.state, end.event)
  if (refund === undefined || row === undefined)
    throw new ApiError('TransactionStateNotAllowed', { message: `the refund is ${refund?.state ?? 'unknown'}` })
  const { cause, bankWords = null } = end.event === 'failed' ? end : { cause: null }
  await updateRefund(write.tx, { ...refund, state: row.to, cause, bankWords, endedAt: at })
  if (end.event === 'failed') await queueNotification(write.tx, [notificationOf(refund)], at)
  const event = { kind: row.transaction, refundId: refund.id, amount: refund.amount }
  await write.apply({ merchantId: id.merchantId, id: id.transactionId, event })
}

const notificationOf = ({ merchantId, transactionId, id, amount }: Refund) => ({
  merchantId,
  kind: 'refundFailed' as const,
  subject: `${transactionId} ${id}`,
  details: { transactionId, amount: formatAmount(amount) },
})
