import { differenceOf } from '../../money/bank-orders/differences.ts'
import { unavailableToPerson } from '../../money/rails/bank-faults.ts'
import type { BankException } from '../../money/bank-orders/exceptions.ts'
import type { Rails } from '../../money/rails/rails.ts'
import { type RailsOf, findRails } from '../../money/rails/rails-of.ts'
import { recordForcedReturnWithin } from '../../money/refunds/force-return.ts'
import { type Refund, findRefund, readRefunds } from '../../money/refunds/read-refunds.ts'
import { bankReturnId } from '../../money/refunds/refund-transaction.ts'
import type { Write } from '../../money/transactions/door.ts'
import { type ReadTransaction, readAtBank } from '../../money/transactions/read-transaction.ts'
import { directionOf } from '../../money/transactions/operations.ts'
import { type Micros, formatAmountShort } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { askPayout } from '../../products/pix/pay-out.ts'
import { endReturnedAfterAll } from '../../products/disputes/end-dispute.ts'

/** A return of a payment as the bank reports it; `failed`: the refund here that asked for it and was given up. */
export type UnbookedReturn = { refundId: string; amount: Micros; failed: Refund | undefined }

/** What its bank, asked now, has returned of the payment of a difference, and the books lack. */
export async function readUnbookedReturns(
  needs: { sql: Sql },
  exception: BankException,
  transaction: ReadTransaction,
  rails: Rails,
): Promise<UnbookedReturn[]> {
  if (differenceOf(exception) !== 'returnedAmount') return []
  const unbooked = await findUnbooked(needs, transaction, rails)
  if (unbooked === null)
    throw new ApiError('ExceptionActNotAllowed', { message: 'the bank reports no return that the books lack' })
  return unbooked
}

/**
 * The returns that an adjustment books, under the ids of the bank: under others it would book them again when it reports them.
 * Empty: the bank names none, or cannot be asked.
 */
export async function readAdjustedReturns(
  needs: { sql: Sql; railsOf: RailsOf },
  exception: BankException,
  transaction: ReadTransaction,
  amount: Micros,
): Promise<UnbookedReturn[]> {
  const { connectionId, operation } = transaction
  if ((await findRails(needs.railsOf, connectionId)) === null) return []
  const rails = await needs.railsOf(connectionId)
  const isPayout = directionOf(operation) === 'Debit'
  const unbooked =
    (isPayout
      ? await findReturnsOfPayout(
          needs,
          transaction,
          rails,
          differenceOf(exception) === 'payoutNotAtBank' ? amount : null,
        )
      : await findUnbooked(needs, transaction, rails)) ?? []
  if (unbooked.length === 0 || sumOf(unbooked) === amount) return unbooked
  const message = `the bank reports returns of ${formatAmountShort(sumOf(unbooked))} that the books lack`
  throw new ApiError('BankReportsOtherwise', { message })
}

/** What has come back of a payout. `lacking`: what a person says that was not sent. All of it is not, while the bank reports it as sent. */
async function findReturnsOfPayout(needs: { sql: Sql }, payout: ReadTransaction, rails: Rails, lacking: Micros | null) {
  if (rails.payouts === null) return null
  const { id, externalId: bankReference } = payout
  const report = await askPayout(rails, payout, { id, bankReference }).catch(unavailableToPerson)
  if (report === null || report === 'cannotAsk') return null
  const returns = report.state === 'paid' ? (report.returns ?? []) : []
  const isSent = report.state === 'paid' || report.state === 'accepted'
  if (isSent && returns.length === 0 && lacking === payout.amount - payout.refundedAmount)
    throw new ApiError('BankReportsOtherwise', { message: `the bank reports the order as ${report.state}` })
  if (report.state !== 'paid') return null
  const unbooked = unbookedOf(returns, await readRefunds(needs, payout))
  if (returns.length > 0 && unbooked.length === 0)
    throw new ApiError('ExceptionActNotAllowed', { message: 'the books have every return that the bank reports' })
  return unbooked.map(one => ({
    refundId: bankReturnId(one.id),
    amount: one.amount,
    failed: undefined,
  }))
}

/** Null: the bank reports none, or they are not the difference. */
async function findUnbooked(
  needs: { sql: Sql },
  transaction: ReadTransaction,
  rails: Rails,
): Promise<UnbookedReturn[] | null> {
  if (transaction.refundingAmount > 0n)
    throw new ApiError('TransactionStateNotAllowed', { message: 'a refund of the payment is under way' })
  const payment = await readAtBank(needs, rails, transaction.endToEndId).catch(unavailableToPerson)
  const returns = payment?.returns.filter(({ isDone }) => isDone) ?? []
  const refunds = await readRefunds(needs, transaction)
  const unbooked = unbookedOf(returns, refunds)
  const lacking = sumOf(returns) - transaction.refundedAmount
  if (sumOf(unbooked) !== lacking || lacking <= 0n) return null
  return unbooked.map(({ id, amount }) => ({
    refundId: bankReturnId(id),
    amount,
    failed: refunds.find(refund => refund.state === 'Failed' && refund.amount === amount),
  }))
}

const sumOf = (items: { amount: Micros }[]): Micros => items.reduce((sum, { amount }) => sum + amount, 0n)

type Named = { id: string; amount: Micros }

/** The books have the bank's id only of returns that nobody here has asked for; refunds count by their amount. */
function unbookedOf(returns: readonly Named[], refunds: readonly Refund[]): Named[] {
  const completed = refunds.filter(({ state }) => state === 'Completed')
  const ofBank = new Set(completed.map(({ id }) => id))
  const unnamed = returns.filter(({ id }) => !ofBank.has(bankReturnId(id)))
  const named = new Set(returns.map(({ id }) => bankReturnId(id)))
  const asked = completed.filter(({ id }) => !named.has(id)).map(({ amount }) => amount)
  return unnamed.filter(({ amount }) => {
    const at = asked.indexOf(amount)
    if (at >= 0) asked.splice(at, 1)
    return at < 0
  })
}

/** The bank has made them, so they are booked, whatever the balance is. The caller has locked the transaction. */
export async function bookReturns(
  write: Write,
  { merchantId, id }: { merchantId: string; id: string },
  returns: readonly UnbookedReturn[],
  at: Date,
): Promise<void> {
  for (const { refundId, amount, failed } of returns) {
    if ((await findRefund({ sql: write.tx }, { merchantId, transactionId: id, id: refundId })) !== null) continue
    const asked = failed && { requestedBy: failed.requestedBy, reason: failed.reason }
    const more = failed === undefined ? [] : await endReturnedAfterAll(write.tx, failed, { refundId, amount }, at)
    await recordForcedReturnWithin(write, { merchantId, id, amount, refundId, ...asked }, at, (_, event) => [
      event,
      ...more,
    ])
  }
}
