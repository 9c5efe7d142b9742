import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import {
  type BankException,
  closeException,
  lockOpenException,
  lockOpenExceptionsOf,
  readException,
  readWithoutTransaction,
  requireOpen,
} from '../../money/bank-orders/exceptions.ts'
import { differenceOf } from '../../money/bank-orders/differences.ts'
import { amountIn, isOfForgottenPayout } from '../../money/bank-orders/fact.ts'
import { endOrder, findOrder, placeOrders, sendAgain } from '../../money/bank-orders/place-orders.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import { type Micros, parseAmount } from '../../platform/brazil/money.ts'
import { ApiError, InvalidRequest, missing } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { dropAsked, makeAsked } from '../../products/bills/asked-change.ts'
import { changeConsentWithin } from '../../products/open-finance/change-consent.ts'
import { cancelUnpaid } from '../../products/pix/cancel-cash-in.ts'
import { endRefund } from '../../money/refunds/return-payment.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import { type TransactionEvent, arrivedEvent } from '../../money/transactions/event.ts'
import type { ReceivedPayment } from '../../money/rails/rails.ts'
import { readUnmatchedOf } from '../../money/transactions/read-transaction.ts'
import { componentsOfKept } from '../../money/transactions/unmatched.ts'
import { isUnderWay } from '../../money/transactions/states.ts'
import type { Transaction, TransactionId } from '../../money/transactions/transaction.ts'
import type { AdjustmentName } from '../../money/adjustments/adjustment.ts'
import { readAdjusted } from '../../money/adjustments/read-adjusted.ts'
import { lockSentBooking } from '../../money/transactions/sent-payments.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { type ExceptionAct, type Known, actionsOn } from './actions.ts'
import { adjustDifference, amountOfGap, isReturn } from './adjust-difference.ts'
import { type Needs as AskNeeds, type PaidReport, readKnown, refuseIfBankReports } from './ask-bank.ts'
import { type BoletoAtBank, boletoAtBank, endSettled, endUnsettled } from './boletos-at-bank.ts'
import { creditMerchant } from './credit-merchant.ts'
import { verifyReceived } from './verify-received.ts'
import { verifySent, verifyUnknown } from './verify-sent.ts'
import { type UnbookedReturn, bookReturns, readAdjustedReturns, readUnbookedReturns } from './unbooked-returns.ts'

type Needs = AskNeeds & { door: Door }

type Ending = {
  merchantId: string
  id: string
  act: ExceptionAct
  /** Who ends it, and why: what they found at the bank. */
  by: string
  note: string
  endToEndId?: string | undefined
  amount?: Micros | undefined
  /** The merchant that it is booked to, where the books do not know one. */
  bookedTo?: string | undefined
  evidence?: string | undefined
  /** They have read the bank's own record, because the server cannot ask it. */
  bankChecked?: true | undefined
  audit?: Audit
}

type Case = {
  exception: BankException
  transaction: Transaction
  charge: TransactionId | null
  ending: Ending
  /** What the bank, asked now, says of a payout that it has paid. */
  paid: PaidReport | null
  /** What the bank, asked now, has received for a charge that a person says was paid. */
  received: ReceivedPayment | null
  /** The boleto that it is about, where it is about one. */
  boleto: BoletoAtBank | null
  /** What the bank has returned and the books lack, where that is the difference. */
  returns: readonly UnbookedReturn[]
  at: Date
}
type Play = (write: Write, found: Case) => Promise<unknown>

/** A person ends a bank exception: money, state, order and exception in one commit, by the table of actions. */
export async function endException(needs: Needs, ending: Ending): Promise<void> {
  const known = requireOpen(await readException(needs, ending.merchantId, ending.id))
  const beside = await readKnown(needs, known)
  const { unless } = requireAction(known, beside, ending)
  const said = await refuseIfBankReports(needs, known, unless)
  // What the bank answers now may need the person's word.
  if (said !== null) requireAction({ ...known, bankAnswer: said.answer }, beside, ending)
  const paid = said?.paid ?? null
  if (paid !== null && ending.act === 'settle' && paymentKey(paid.endToEndId) !== paymentKey(ending.endToEndId ?? ''))
    throw new ApiError('BankReportsOtherwise', { message: `the bank reports the payout as ${paid.endToEndId}` })
  if (paid === null && ending.act === 'settle' && known.kind === 'payout')
    await verifySent(needs, known, ending.endToEndId ?? '')
  if (known.transactionId === null && (ending.act === 'adjust' || ending.act === 'bookWithdrawal') && isOfPayout(known))
    await verifyUnknown(needs, known)
  const isReceived = ending.act === 'settle' && known.kind === 'cancellation'
  const received = isReceived
    ? await verifyReceived(needs, known, { endToEndId: ending.endToEndId ?? '', amount: ending.amount })
    : null
  const boleto = await boletoAtBank(needs, known, ending.act)
  const returns = await returnsOf(needs, known, ending)
  const { meantFor } = known
  const charge = meantFor && { merchantId: meantFor.merchantId, id: meantFor.transactionId }
  await needs.door.commit(async write => {
    const at = needs.clock()
    // Before its exception, as a bank's report of the same payment does.
    if (ending.act === 'credit' && charge !== null) await write.lock(charge)
    const exception = await lockOpenException(write.tx, ending.merchantId, ending.id)
    const { merchantId, transactionId, bankOrderId } = exception
    await closeException(write.tx, exception, { act: ending.act, by: ending.by, note: ending.note, at })
    if (transactionId === null) await bookUnknown(write, exception, ending, at)
    else {
      const transaction = await write.lock({ merchantId, id: transactionId })
      if (transaction === undefined) throw new ApiError('TransactionNotFound')
      await plays[exception.kind][ending.act]?.(write, {
        exception,
        transaction,
        charge,
        ending,
        paid,
        received,
        boleto,
        returns,
        at,
      })
    }
    if (ending.act !== 'sendAgain' && bankOrderId !== null) await endOrder(write.tx, { merchantId, id: bankOrderId })
    await recordAudit(write.tx, ending.audit)
  })
}

/** The exception, where it can be ended like this now: a request for it is refused at once, not when it is approved. */
export async function readEndable(needs: AskNeeds, ending: Omit<Ending, 'by' | 'audit'>) {
  const known = requireOpen(await readException(needs, ending.merchantId, ending.id))
  const { needs: brought } = requireAction(known, await readKnown(needs, known), ending)
  if (brought.includes('bookedTo')) await readMerchantNow(needs, ending.bookedTo ?? '')
  if (brought.includes('evidence')) amountOfGap(known, ending.amount ?? null)
  return known
}

/** Refuses an action that is not allowed now, or lacks what the person must bring. */
function requireAction(exception: BankException, beside: Known, ending: Omit<Ending, 'by' | 'audit'>) {
  const row = actionsOn(exception, beside).find(({ act }) => act === ending.act)
  if (row === undefined) throw new ApiError('ExceptionActNotAllowed')
  const problems = row.needs.filter(field => ending[field] === undefined).map(field => missing('', field))
  if (problems.length > 0) throw new InvalidRequest(problems)
  return row
}

async function returnsOf(needs: Needs, exception: BankException, ending: Ending): Promise<UnbookedReturn[]> {
  const { merchantId, transactionId } = exception
  const { act, amount } = ending
  if (transactionId === null || differenceOf(exception) === null || (act !== 'settle' && act !== 'adjust')) return []
  const transaction = await needs.readTransaction(merchantId, transactionId)
  if (act === 'adjust')
    return isReturn(exception, transaction)
      ? readAdjustedReturns(needs, exception, transaction, amountOfGap(exception, amount ?? null))
      : []
  return readUnbookedReturns(needs, exception, transaction, await needs.railsOf(transaction.connectionId))
}

const again: Play = async (write, { exception: { merchantId, bankOrderId }, at }) => {
  if (bankOrderId === null) throw new ApiError('ExceptionActNotAllowed', { message: 'no bank order is waiting for it' })
  await sendAgain(write.tx, { merchantId, id: bankOrderId }, at)
}

/** What each act does. The books follow what the bank did, whatever they said before. */
const plays: Record<BankException['kind'], Partial<Record<ExceptionAct, Play>>> = {
  payout: { settle: settlePayout, release: releasePayout, sendAgain: again, adjust },
  return: {
    settle: settleReturn,
    release: releaseReturn,
    sendAgain: again,
    return: returnAnew,
    credit,
    creditMerchant: (write, { exception, transaction, ending, at }) =>
      creditMerchant(write, { exception, unmatched: transaction, merchantId: ending.bookedTo ?? '' }, at),
    adjust,
  },
  initiation: {
    settle: (write, found) =>
      changeConsentWithin(write, consentOf(found.exception), { kind: 'paid', ...paidBy(found) }, found.at),
    release: (write, { exception, at }) =>
      changeConsentWithin(write, consentOf(exception), { kind: 'paymentFailed' }, at),
    sendAgain: again,
  },
  cancellation: {
    settle: async (write, found) => {
      const { received } = found
      const said = received === null ? {} : arrivedEvent(received)
      await write.apply({ ...idOf(found), event: { kind: 'paid', ...paidBy(found), ...said, arrived: true } })
      await cancelUnpaid(write, idOf(found))
    },
    release: (write, found) => write.apply({ ...idOf(found), event: { kind: 'cancelled' } }),
    sendAgain: again,
  },
  registration: {
    release: (write, found) => write.apply({ ...idOf(found), event: { kind: 'failed', cause: 'BoletoNotRegistered' } }),
    sendAgain: again,
  },
  change: {
    settle: (write, found) => makeAsked(write, idOf(found)),
    release: (write, found) => dropAsked(write, idOf(found), { reason: 'RefusedByBank' }),
    sendAgain: again,
  },
  settlement: {
    settle: endSettled,
    release: endUnsettled,
    sendAgain: again,
  },
}

const idOf = ({ transaction: { merchantId, id } }: Case) => ({ merchantId, id })
const consentOf = ({ merchantId, subject }: BankException) => ({ merchantId, id: subject ?? '' })
const refundOf = ({ transaction: { merchantId, id: transactionId }, exception: { subject } }: Case) => ({
  merchantId,
  transactionId,
  id: subject ?? '',
})
const paidBy = ({ transaction, ending, paid }: Case) => ({
  amount: ending.amount ?? transaction.amount,
  participant: paid?.participant ?? null,
  endToEndId: paid?.endToEndId ?? ending.endToEndId ?? '',
})

async function settlePayout(write: Write, found: Case): Promise<void> {
  const { state, endToEndId: bookedId } = found.transaction
  if (state === 'Completed') {
    await closeListed(write, found, bookedId ?? '')
    return closeSettled(write, found, bookedId ?? '')
  }
  const { endToEndId, participant } = paidBy(found)
  const event = isUnderWay(state)
    ? ({ kind: 'paid', amount: found.transaction.amount, participant, endToEndId } as const)
    : ({ kind: 'paidAfterAll', participant, endToEndId } as const)
  await write.apply({ ...idOf(found), event })
  const listed = await closeListed(write, found, endToEndId)
  // The order repeats one that a bank, perhaps another, has paid: it is a payout of that bank.
  const payer = isOfForgottenPayout(found.exception.expected) ? listed.at(-1)?.connectionId : null
  if (payer) await write.moveToBank(idOf(found), payer)
  await closeSettled(write, found, endToEndId)
}

type Ended = { ending: Ending; at: Date }

/** Closes what says of the payment that the books do not know it, of any connection. Returns those of them that a person has closed, too. */
async function closeListed({ tx }: Write, { ending: { by, note }, at }: Ended, endToEndId: string) {
  const listed = (await readWithoutTransaction(tx, null, endToEndId)).filter(({ kind }) => kind === 'payout')
  for (const one of listed) if (one.state === 'Open') await closeException(tx, one, { act: 'note', by, note, at })
  return listed
}

/** Closes the other exceptions of a payout that wait for its result, or say that the bank has paid it under this id: it is settled. */
async function closeSettled({ tx }: Write, found: Case, endToEndId: string): Promise<void> {
  const { exception, transaction, ending, at } = found
  const { merchantId, id } = transaction
  const { by, note } = ending
  const isThis = (other: string | null) => paymentKey(other ?? endToEndId) === paymentKey(endToEndId)
  for (const one of await lockOpenExceptionsOf(tx, merchantId, id)) {
    const isPaid = one.said.code === 'paid' && (one.bankOrderId !== null || isThis(one.said.value))
    const isAnswered = one.expected.code === 'anEnd' || isPaid || (isNotBooked(one) && isThis(one.endToEndId))
    if (one.id === exception.id || one.kind !== 'payout' || !isAnswered) continue
    await closeException(tx, one, { act: 'settle', by, note, at })
    if (one.bankOrderId !== null) await endOrder(tx, { merchantId, id: one.bankOrderId })
  }
}

const isNotBooked = (exception: BankException): boolean => differenceOf(exception) === 'payoutNotBooked'
const isComeBack = (exception: BankException): boolean => differenceOf(exception) === 'payoutReturned'
const isOfPayout = (exception: BankException): boolean => isNotBooked(exception) || isComeBack(exception)

async function releasePayout(write: Write, found: Case): Promise<void> {
  const { state } = found.transaction
  if (isUnderWay(state)) await write.apply({ ...idOf(found), event: await releasedEvent(write, found) })
  if (state === 'Completed') await write.apply({ ...idOf(found), event: { kind: 'reversed' } })
}

/** What the bank calls the payout stays known: it may still report it. */
async function releasedEvent(
  write: Write,
  { exception: { merchantId, bankOrderId } }: Case,
): Promise<TransactionEvent> {
  const order = bankOrderId === null ? undefined : await findOrder(write.tx, { merchantId, id: bankOrderId })
  const reference = order?.bankReference ?? null
  return { kind: 'failed', cause: 'ReleasedByOperator', ...(reference === null ? {} : { externalId: reference }) }
}

async function settleReturn(write: Write, found: Case): Promise<void> {
  const { subject } = found.exception
  if (differenceOf(found.exception) !== null) await bookReturns(write, idOf(found), found.returns, found.at)
  else if (subject === null) await write.apply({ ...idOf(found), event: { kind: 'returned' } })
  else await endRefund(write, refundOf(found), { event: 'completed' }, found.at)
}

async function releaseReturn(write: Write, found: Case): Promise<void> {
  await endRefund(write, refundOf(found), { event: 'failed', cause: 'ReleasedByOperator' }, found.at)
}

/** The charge takes the payment out of suspense: state, money of both merchants and event go through the door. */
async function credit(write: Write, { charge, transaction }: Case): Promise<void> {
  const { amount, participant, endToEndId } = transaction
  if (charge === null || endToEndId === null) throw new ApiError('ExceptionActNotAllowed')
  const kept = await readUnmatchedOf(write.tx, charge.merchantId, charge.id)
  const { paidAt = null, components } = kept.find(one => one.unmatchedId === transaction.id) ?? {}
  const known = { paidAt, ...(components && { components: componentsOfKept(components) }) }
  await write.apply({ ...charge, event: { kind: 'paidInTime', amount, participant, endToEndId, ...known } })
}

async function adjust(write: Write, found: Case): Promise<void> {
  const { exception, transaction, ending, returns, at } = found
  const { merchantId } = transaction
  if (returns.length > 0) await bookReturns(write, idOf(found), returns, at)
  else await adjustDifference(write, { exception, transaction, merchantId, ...adjustingOf(ending), at })
}

const adjustingOf = ({ act, amount, note, evidence, by }: Ending) => ({
  name: ownPostings[act] ?? null,
  amount: amount ?? null,
  reason: note,
  evidence: evidence ?? '',
  by,
})

/** Postings in the platform's own books. */
const ownPostings = {
  bookTariff: 'tariffPaid',
  bookWithdrawal: 'feesWithdrawn',
  bookOwnMoney: 'ownMoneyAdded',
} as const satisfies Partial<Record<ExceptionAct, AdjustmentName>> as Partial<Record<ExceptionAct, OwnPosting>>

type OwnPosting = 'tariffPaid' | 'feesWithdrawn' | 'ownMoneyAdded'

/** Without a transaction a person names the merchant, or it was the platform's own; a note moves nothing. */
async function bookUnknown(write: Write, exception: BankException, ending: Ending, at: Date): Promise<void> {
  const { act, bookedTo: merchantId = '' } = ending
  const adjusting = { exception, transaction: null, ...adjustingOf(ending), at }
  if (act !== 'note' && isNotBooked(exception)) await closeListed(write, { ending, at }, exception.endToEndId ?? '')
  if (act === 'creditMerchant') await creditMerchant(write, { exception, unmatched: null, merchantId }, at)
  else if (ownPostings[act] !== undefined) await adjustDifference(write, { ...adjusting, merchantId: platformId })
  else if (act === 'adjust' && isComeBack(exception)) await bookBack(write, exception, ending, at)
  else if (act === 'adjust') {
    await readMerchantNow({ sql: write.tx }, merchantId)
    await adjustDifference(write, { ...adjusting, merchantId })
  }
}

/** What has come back of a payout that an adjustment books returns to where that one took it from, once. */
async function bookBack(write: Write, exception: BankException, ending: Ending, at: Date): Promise<void> {
  const booking = await lockSentBooking(write.tx, exception.endToEndId ?? '')
  const adjusted = booking && (await readAdjusted({ sql: write.tx }, booking))
  if (!adjusted || exception.sentTo?.amount === undefined) throw new ApiError('ExceptionActNotAllowed')
  const returned = parseAmount(exception.sentTo.amount) - adjusted.amount
  if (amountIn(exception.said) - returned < amountOfGap(exception, ending.amount ?? null))
    throw new ApiError('ExceptionActNotAllowed', { message: 'the books have got the return since then' })
  const name = adjusted.name === 'feesWithdrawn' ? ('ownMoneyAdded' as const) : null
  const { merchantId } = booking
  const { connectionId } = adjusted
  await adjustDifference(write, {
    ...adjustingOf(ending),
    exception: { ...exception, connectionId },
    transaction: null,
    merchantId,
    name,
    at,
  })
}

/** Under a new id at the bank, which has refused the old one or lost it. */
async function returnAnew(write: Write, { exception, transaction, at }: Case): Promise<void> {
  const { subject } = exception
  const { merchantId, id: transactionId, connectionId } = transaction
  const order = { merchantId, id: uuidv7(at.getTime()), kind: 'return', transactionId, subject, connectionId } as const
  await placeOrders(write.tx, [{ ...order, createdAt: at, nextStepAt: at }])
}
