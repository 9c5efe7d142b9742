import type { BankException } from '../../money/bank-orders/exceptions.ts'
import { findOrder } from '../../money/bank-orders/place-orders.ts'
import { isDefect } from '../../platform/db/defects.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PayoutReport, Rails, ReturnReport } from '../../money/rails/rails.ts'
import { type RailsOf, findRails } from '../../money/rails/rails-of.ts'
import { askReturn } from '../../money/refunds/return-payment.ts'
import type { ReadTransaction, ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { askPayout } from '../../products/pix/pay-out.ts'

export type Needs = { sql: Sql; railsOf: RailsOf; readTransaction: ReadTransactionById }

type Reported = (PayoutReport | ReturnReport)['state']

/**
 * Refuses what a person says of a bank order where the bank itself, asked now, reports otherwise. A bank that does not
 * answer is a refusal too: it may have carried out the order.
 */
export async function refuseIfBankReports(
  needs: Needs,
  exception: BankException,
  unless: readonly Reported[],
): Promise<void> {
  const { merchantId, transactionId } = exception
  if (unless.length === 0 || transactionId === null) return
  const transaction = await needs.readTransaction(merchantId, transactionId)
  const reported = await stateAtBank(needs, exception, transaction).catch((error: unknown) => {
    if (error instanceof ApiError || isDefect(error)) throw error
    throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
  })
  if (reported !== null && unless.includes(reported))
    throw new ApiError('BankReportsOtherwise', { message: `the bank reports the order as ${reported}` })
}

/**
 * Whether its bank can be asked what became of a payout. Not one that is no longer connected, nor one that is asked by a
 * reference that it never gave, or that a restore has lost.
 */
export async function canAskBank(needs: Needs, exception: BankException): Promise<boolean> {
  const { merchantId, transactionId, bankOrderId, kind } = exception
  if (kind !== 'payout' || transactionId === null) return true
  const { connectionId, externalId } = await needs.readTransaction(merchantId, transactionId)
  const rails = await findRails(needs.railsOf, connectionId)
  if (rails?.payouts?.isAskedByReference !== true) return rails !== null && rails.payouts !== null
  const order = bankOrderId === null ? undefined : await findOrder(needs.sql, { merchantId, id: bankOrderId })
  return (order === undefined ? externalId : order.bankReference) !== null
}

/** Null: the bank does not know the order, cannot be asked about it, never got one, or is no longer connected. */
async function stateAtBank(
  needs: Needs,
  { merchantId, bankOrderId, kind }: BankException,
  transaction: ReadTransaction,
): Promise<Reported | null> {
  if ((await findRails(needs.railsOf, transaction.connectionId)) === null) return null
  const rails = await needs.railsOf(transaction.connectionId)
  const order = bankOrderId === null ? undefined : await findOrder(needs.sql, { merchantId, id: bankOrderId })
  if (kind === 'return') return order === undefined ? null : stateOf(await askReturn(needs, rails, order, transaction))
  return rails.payouts === null ? null : stateOf(await askPayoutOf(rails, transaction, order?.bankReference ?? null))
}

const askPayoutOf = (rails: Rails, transaction: ReadTransaction, bankReference: string | null) =>
  askPayout(rails, transaction, { id: transaction.id, bankReference: bankReference ?? transaction.externalId })

const stateOf = (report: { state: Reported } | 'cannotAsk' | null): Reported | null =>
  report === null || report === 'cannotAsk' ? null : report.state
