import { type ClaimedOrder, isFirstCall } from '../../money/bank-orders/order.ts'
import type { Outcome, TakeStep } from '../../money/bank-orders/run-orders.ts'
import { findForgottenPayout } from '../../money/bank-orders/doubt-orders.ts'
import { type BankException, openException, readExceptionsOf } from '../../money/bank-orders/exceptions.ts'
import { type Fact, fact, isSameFact } from '../../money/bank-orders/fact.ts'
import { callSeconds } from '../../money/bank-orders/schedule.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ExternalFault } from '../../platform/lib/within-time.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type MoneyHold, readMoneyHold } from '../../platform/db/recoveries.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { isSuspendedNow } from '../../tenancy/merchants/suspension.ts'
import type { BankCall, Payout, PayoutReport, Rails } from '../../money/rails/rails.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import { recordForcedReturnWithin, recordReturns } from '../../money/refunds/force-return.ts'
import { bankReturnId } from '../../money/refunds/refund-transaction.ts'
import type { TransactionEvent } from '../../money/transactions/event.ts'
import type { Door } from '../../money/transactions/door.ts'
import { orderOver } from '../../money/transactions/order-over.ts'
import type { ReadTransaction, ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { findSentBooking, isPaymentOfOther } from '../../money/transactions/sent-payments.ts'
import { type State, isUnderWay } from '../../money/transactions/states.ts'

type Needs = { sql: Sql; clock: () => Date; door: Door; readTransaction: ReadTransactionById }

/**
 * Takes a payout one step further with the bank: send the first time, ask every later time, and send again under the same
 * id only when the bank says that it never got it. What no bank has is not sent while its merchant is suspended, nor while
 * no money may leave.
 */
export const payOut =
  (needs: Needs & { readMerchant: ReadMerchant }): TakeStep =>
  async (order, rails, given) => {
    const transaction = await needs.readTransaction(order.merchantId, order.transactionId)
    const rail = requireRail(rails.payouts)
    const { call, referenceOf } = remembering(order, given)
    const isFirst = isFirstCall(order)
    const { allowsUnknownKeyOwner, payoutConnections } = await needs.readMerchant(order.merchantId)
    const payout = {
      ...payoutOf({ ...order, isSentBefore: !isFirst }, transaction),
      ...(allowsUnknownKeyOwner && { allowsUnknownOwner: true }),
    }
    // Asking such a bank may be sending: it is done only where sending is allowed.
    const isAskedByReference = rail.isAskedByReference === true
    const isAskedBlindly = payout.bankReference === null && isAskedByReference
    const known = isFirst || isAskedBlindly ? null : await rail.readPayout(payout, call)
    if (known !== null) return recordReport(needs, transaction, known, referenceOf())
    // A closed payout is never sent; only the bank's reports about it are recorded.
    if (!isUnderWay(transaction.state)) return orderOver(needs.door, async () => {})
    // Read after the claim: a suspension waits for the payouts that were claimed before.
    const hold = await readHold(needs, order, payoutConnections)
    if (hold.isHeld) return { step: 'held' }
    const forgotten = await findRepeated(needs, transaction, isAskedByReference, hold)
    if (forgotten !== null) return { step: 'contradiction', ...forgotten }
    const earlier = !isFirst && isAskedBlindly ? await rail.readPayout(payout, call) : null
    const report = earlier ?? (await rail.sendPayout(payout, call))
    return recordReport(needs, transaction, report, referenceOf())
  }

/** What the bank calls the payout stays known when it is refused: the bank may still report it as paid. */
function remembering(order: ClaimedOrder, given: BankCall) {
  let reference = order.bankReference
  const remember = async (next: string) => {
    await given.remember(next)
    reference = next
  }
  return { call: { ...given, remember }, referenceOf: () => reference }
}

/** A bank that a recovery has left out may have made the payout that its merchant repeats at another. */
async function readHold(
  { sql }: Needs,
  { merchantId, connectionId }: ClaimedOrder,
  payoutConnections: readonly string[],
): Promise<MoneyHold> {
  const [hold, isSuspended] = await Promise.all([
    readMoneyHold(sql, [connectionId, ...payoutConnections]),
    isSuspendedNow({ sql }, merchantId),
  ])
  return { ...hold, isHeld: hold.isHeld || isSuspended }
}

/**
 * After a recovery a merchant may repeat an order that the books have forgotten and the bank has paid. Where a bank is asked
 * by a reference, an order that was restored may itself have been paid under a later one.
 */
async function findRepeated(
  needs: Needs,
  { merchantId, id, amount, pixKey: key, counterparty, createdAt: at }: ReadTransaction,
  isAskedByReference: boolean,
  { forgottenFrom, restoredAt }: MoneyHold,
) {
  if (forgottenFrom === null) return null
  const taxNumber = counterparty?.cpf ?? counterparty?.cnpj ?? null
  const mayBeItself = isAskedByReference && restoredAt !== null && at <= restoredAt
  const isBooked = async (endToEndId: string) =>
    ((await findSentBooking(needs, endToEndId))?.transactionId ?? null) !== null
  const payout = { merchantId, id, amount, key, taxNumber, at, mayBeItself }
  return findForgottenPayout({ ...needs, isBooked }, payout, forgottenFrom)
}

/**
 * A bank reports a payout that is closed here: it may have been returned after it was paid, or paid after it was released.
 * The bank is queried. What contradicts the books is for a person, and is one exception however often it is reported.
 * False: the bank does not find it, which may pass.
 */
export async function recordPayoutOutcome(needs: Needs, transaction: ReadTransaction, rails: Rails): Promise<boolean> {
  const report = await askPayout(rails, transaction, { id: transaction.id, bankReference: transaction.externalId })
  if (report !== null && report !== 'cannotAsk') await recordLateReport(needs, transaction, report)
  return report !== null
}

async function recordLateReport(needs: Needs, transaction: ReadTransaction, report: PayoutReport): Promise<void> {
  const { merchantId, id, state } = transaction
  if (report.state === 'accepted' || report.state === 'doubtful') return
  if (report.state === 'paid' && state === 'Completed') {
    // The recipient has sent back a part.
    const { returns = [] } = report
    return recordReturns(needs, transaction, { taken: returns, made: sumOf(returns) }, (write, taken) =>
      recordForcedReturnWithin(write, taken, needs.clock()),
    )
  }
  if (agreeing[report.state].includes(state)) return
  const event = eventOf(transaction, report)
  if (event === null) await contradictPayout(needs, transaction, factOf(report))
  else await needs.door.commit(write => write.apply({ merchantId, id, event }))
}

/** Opens an exception of a payout that is closed here, once for what the bank says of it. */
export const contradictPayout = (needs: Needs, { merchantId, id, state }: ReadTransaction, said: Fact) =>
  needs.door.commit(async write => {
    // Of two callbacks at once the second waits here, and finds the exception of the first.
    await write.lock({ merchantId, id })
    const found = { expected: fact('paymentIs', state), said }
    const isSaidAgain = (one: BankException) =>
      said.code !== 'noEnd' && isSameFact(one.expected, found.expected) && isSameFact(one.said, found.said)
    const isKnown = (one: BankException) => one.state === 'Open' || isSaidAgain(one)
    if ((await readExceptionsOf(write.tx, merchantId, id)).some(isKnown)) return
    const about = { merchantId, transactionId: id, bankOrderId: null, kind: 'payout', subject: null } as const
    await openException(write.tx, { ...about, ...found }, needs.clock())
  })

const sumOf = (items: { amount: Micros }[]): Micros => items.reduce((sum, { amount }) => sum + amount, 0n)

/** The states here that agree with what a bank reports. */
const agreeing: Record<Ended['state'], readonly State[]> = {
  paid: ['Completed'],
  refused: ['Error', 'Cancelled'],
  returned: ['Reversed', 'Error', 'Cancelled'],
}

/** What the bank reports; nothing is sent. Null: it never got it. `cannotAsk`: it needs a reference that is unknown. */
export async function askPayout(
  rails: Rails,
  transaction: ReadTransaction,
  order: Pick<ClaimedOrder, 'id' | 'bankReference'>,
): Promise<PayoutReport | 'cannotAsk' | null> {
  const rail = requireRail(rails.payouts)
  if (rail.isAskedByReference === true && order.bankReference === null) return 'cannotAsk'
  const call = { signal: AbortSignal.timeout(callSeconds * 1000), remember: async () => {} }
  return rail.readPayout(
    payoutOf({ ...order, causeFromNotice: null, wordsFromNotice: null, isSentBefore: true }, transaction),
    call,
  )
}

type OrderAtBank = Pick<ClaimedOrder, 'id' | 'bankReference' | 'causeFromNotice' | 'wordsFromNotice' | 'keyLookUp'> & {
  isSentBefore: boolean
}

const payoutOf = (
  { id: bankOrderId, bankReference, causeFromNotice, wordsFromNotice, keyLookUp = null, isSentBefore }: OrderAtBank,
  { id, amount, pixKeyType, pixKey, counterparty }: ReadTransaction,
): Payout => ({
  bankOrderId,
  bankReference,
  causeFromNotice,
  ...(wordsFromNotice !== null && { wordsFromNotice }),
  ...(keyLookUp !== null && { keyLookUp }),
  isSentBefore,
  transactionId: id,
  amount,
  keyType: pixKeyType ?? '',
  key: pixKey ?? '',
  recipient: { name: counterparty?.name ?? null, taxNumber: counterparty?.cpf ?? counterparty?.cnpj ?? null },
})

/** What the bank says of a payout, as an outcome. What contradicts the books is for a person, never booked by itself. */
async function recordReport(
  needs: Needs,
  transaction: ReadTransaction,
  report: PayoutReport,
  reference: string | null,
): Promise<Outcome> {
  const { merchantId, id, state } = transaction
  // A bank's fault, not ours: it is asked again.
  if ((report as PayoutReport | undefined) === undefined) throw new ExternalFault('the bank said nothing of a payout')
  if (report.state === 'accepted') {
    if (state === 'Created')
      await needs.door.apply({ merchantId, id, event: { kind: 'accepted', externalId: report.externalId } })
    return { step: 'again' }
  }
  if (report.state === 'doubtful')
    return { step: 'contradiction', expected: fact('anEnd'), said: fact('doubtful', report.cause) }
  const event = eventOf(transaction, report)
  if (event === null) return { step: 'contradiction', expected: fact('paymentIs', state), said: factOf(report) }
  if (report.state === 'paid' && (await isPaymentOfOther(needs, transaction, report.endToEndId)))
    return { step: 'contradiction', expected: fact('anEnd'), said: fact('paidBefore', report.endToEndId) }
  return orderOver(needs.door, async write => {
    await write.apply({ merchantId, id, event: withReference(event, reference) })
    for (const { id: bankId, amount } of report.state === 'paid' ? (report.returns ?? []) : [])
      await recordForcedReturnWithin(write, { merchantId, id, amount, refundId: bankReturnId(bankId) }, needs.clock())
  })
}

const withReference = (event: TransactionEvent, reference: string | null): TransactionEvent =>
  event.kind === 'failed' && reference !== null ? { ...event, externalId: reference } : event

type Ended = Exclude<PayoutReport, { state: 'accepted' | 'doubtful' }>

/** Null: the books say otherwise already. A report that is none of these says nothing, and the bank is asked again. */
function eventOf({ state, amount }: ReadTransaction, report: Ended): TransactionEvent | null {
  switch (report.state) {
    case 'paid': {
      const { participant, endToEndId, externalId } = report
      return isUnderWay(state) ? { kind: 'paid', amount, participant, endToEndId, externalId } : null
    }
    case 'refused':
    case 'returned':
      if (report.state === 'returned' && state === 'Completed') return { kind: 'reversed' }
      if (!isUnderWay(state)) return null
      return { kind: 'failed', cause: report.cause, ...(report.words !== undefined && { bankWords: report.words }) }
    default:
      throw new ExternalFault(`the bank says of a payout what is not known: ${(report as Ended).state}`)
  }
}

const factOf = (report: Ended): Fact =>
  report.state === 'paid' ? fact('paid', report.endToEndId) : fact(report.state, report.cause)
