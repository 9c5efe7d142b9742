import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import {
  type BankException,
  type ListedException,
  readException,
  requireOpen,
  storeBankAnswer,
} from '../../money/bank-orders/exceptions.ts'
import { differenceOf } from '../../money/bank-orders/differences.ts'
import type { BankAnswer } from '../../money/bank-orders/exception.ts'
import type { FactCode } from '../../money/bank-orders/fact.ts'
import { findOrder } from '../../money/bank-orders/place-orders.ts'
import { unavailableToPerson } from '../../money/rails/bank-faults.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PayoutReport, Rails, ReturnReport } from '../../money/rails/rails.ts'
import { type RailsOf, findRails } from '../../money/rails/rails-of.ts'
import { askReturn } from '../../money/refunds/return-payment.ts'
import {
  type ReadTransaction,
  type ReadTransactionById,
  readAtBank,
} from '../../money/transactions/read-transaction.ts'
import { isPaymentOfOther } from '../../money/transactions/sent-payments.ts'
import { isRightAmount } from '../../money/transactions/unmatched.ts'
import { askPayout } from '../../products/pix/pay-out.ts'
import type { Known } from './actions.ts'

export type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf; readTransaction: ReadTransactionById }

/** What decides, beside the exception itself, how it can be ended. */
export async function readKnown(needs: Needs, exception: ListedException): Promise<Known & { isAskable: boolean }> {
  const transaction = await transactionOf(needs, exception)
  const order = await orderOf(needs, exception)
  const canAskBank = transaction === null || (await canAsk(needs, exception, transaction, order))
  return {
    canAskBank,
    isAskable: canAskBank && hasQuestion(exception),
    state: transaction?.state ?? null,
    isCreditable: await isCreditable(needs, exception, transaction),
  }
}

const transactionOf = async (needs: Needs, { merchantId, transactionId }: BankException) =>
  transactionId === null ? null : needs.readTransaction(merchantId, transactionId)

const orderOf = async ({ sql }: Needs, { merchantId, bankOrderId }: BankException) =>
  bankOrderId === null ? undefined : findOrder(sql, { merchantId, id: bankOrderId })

type Order = Awaited<ReturnType<typeof orderOf>>

/** Whether it is about something at a bank that can report the state of it: an order, or a payment that it has received. */
const hasQuestion = ({ kind, transactionId, subject }: BankException): boolean =>
  transactionId !== null && (kind === 'payout' || (kind === 'return' && differenceOf({ subject }) === null))

/**
 * Whether its bank can be asked what became of an order. Not one that is no longer connected, nor, about a payout, one that
 * is asked by a reference that it never gave, or that a restore has lost.
 */
async function canAsk(
  needs: Needs,
  { kind }: BankException,
  { connectionId, externalId }: ReadTransaction,
  order: Order,
): Promise<boolean> {
  if (kind !== 'payout' && (kind !== 'return' || order === undefined)) return true
  const rails = await findRails(needs.railsOf, connectionId)
  if (kind === 'return') return rails !== null && rails.returns !== null
  if (rails?.payouts?.isAskedByReference !== true) return rails !== null && rails.payouts !== null
  return (order === undefined ? externalId : order.bankReference) !== null
}

const mayBeInTime = new Set<FactCode>(['paidInTime', 'paidAtUnknownTime', 'paidByBoletoInTime'])

/** A fixed amount is paid exactly; a charge that another payment has completed since takes no more. */
async function isCreditable(needs: Needs, { said, meantFor }: ListedException, unmatched: ReadTransaction | null) {
  if (!mayBeInTime.has(said.code) || meantFor === null || unmatched === null) return false
  const charge = await needs.readTransaction(meantFor.merchantId, meantFor.transactionId)
  return charge.state === 'Cancelled' && isRightAmount(charge, unmatched.amount)
}

/** Asks the bank what became of the order of an exception. Its answer decides which actions are offered. */
export async function askAboutException(
  needs: Needs,
  asked: { merchantId: string; id: string; auditOf: (answer: BankAnswer) => Audit },
): Promise<void> {
  const exception = requireOpen(await readException(needs, asked.merchantId, asked.id))
  const { isAskable } = await readKnown(needs, exception)
  const answer = isAskable ? ((await askBank(needs, exception))?.answer ?? null) : null
  if (answer === null) throw new ApiError('ExceptionActNotAllowed', { message: 'the bank cannot be asked about it' })
  await needs.sql.begin(async tx => {
    await storeBankAnswer(tx, exception, answer, needs.clock())
    await recordAudit(tx, asked.auditOf(answer))
  })
}

/**
 * Refuses what a person says of a bank order where the bank itself, asked now, reports otherwise. A bank that does not
 * answer is a refusal too: it may have carried out the order. Returns what it says; null: it is not or cannot be asked.
 */
export async function refuseIfBankReports(
  needs: Needs,
  exception: BankException,
  unless: readonly BankAnswer[],
): Promise<Said | null> {
  const said = unless.length === 0 ? null : await askBank(needs, exception)
  if (said === null) return null
  await storeBankAnswer(needs.sql, exception, said.answer, needs.clock())
  if (unless.includes(said.answer) && !(await isBookedOtherwise(needs, exception, said)))
    throw new ApiError('BankReportsOtherwise', { message: `the bank reports the order as ${said.answer}` })
  return said
}

/** The bank has paid it, and another payout or an adjustment books that payment: this one is released all the same. */
const isBookedOtherwise = async (needs: Needs, { merchantId, transactionId: id }: BankException, { paid }: Said) =>
  paid !== null && id !== null && isPaymentOfOther(needs, { merchantId, id }, paid.endToEndId)

/** `paid`: what it says of a payout that it has paid. */
type Said = { answer: BankAnswer; paid: PaidReport | null }
export type PaidReport = Extract<PayoutReport, { state: 'paid' }>

/** Null: the bank cannot be asked about it. */
async function askBank(needs: Needs, exception: BankException): Promise<Said | null> {
  const transaction = await transactionOf(needs, exception)
  if (transaction === null) return null
  const report = await reportOf(needs, exception, transaction).catch(unavailableToPerson)
  if (report === 'cannotAsk') return null
  return { answer: report?.state ?? absenceOf(exception), paid: report?.state === 'paid' ? report : null }
}

/** A bank that has refused a repeated order may have carried out the first one, although it does not show it. */
const absenceOf = ({ said }: BankException): BankAnswer =>
  said.code === 'doubtful' || said.code === 'unknownState' ? 'doubtful' : 'unknown'

async function reportOf(needs: Needs, exception: BankException, transaction: ReadTransaction) {
  const { connectionId, id, externalId } = transaction
  if ((await findRails(needs.railsOf, connectionId)) === null) return 'cannotAsk'
  // Refused while the connection is paused: the bank may have carried out the order.
  const rails = await needs.railsOf(connectionId)
  const order = await orderOf(needs, exception)
  if (exception.kind === 'return')
    return order === undefined ? returnedAtBank(needs, rails, transaction) : askReturn(needs, rails, order, transaction)
  if (rails.payouts === null) return 'cannotAsk'
  return askPayout(rails, transaction, { id, bankReference: order?.bankReference ?? externalId })
}

/** Money that nobody here has ordered back may have been returned at the bank itself. Null: nothing of it was. */
async function returnedAtBank(
  needs: Needs,
  rails: Rails,
  { endToEndId }: ReadTransaction,
): Promise<ReturnReport | null> {
  const payment = await readAtBank(needs, rails, endToEndId)
  const returns = payment?.returns.filter(({ isRefused }) => !isRefused) ?? []
  if (returns.length === 0) return null
  return { state: returns.every(({ isDone }) => isDone) ? 'returned' : 'accepted' }
}
