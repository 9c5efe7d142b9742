import type { ClaimedOrder } from '../../money/bank-orders/order.ts'
import type { Outcome, TakeStep } from '../../money/bank-orders/run-orders.ts'
import { findForgottenPayout } from '../../money/bank-orders/doubt-orders.ts'
import { type BankException, openException, readExceptionsOf } from '../../money/bank-orders/exceptions.ts'
import { type Fact, fact, isSameFact } from '../../money/bank-orders/fact.ts'
import { callSeconds } from '../../money/bank-orders/schedule.ts'
import { ExternalFault } from '../../platform/lib/within-time.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type MoneyHold, readMoneyHold } from '../../platform/db/recoveries.ts'
import { isSuspendedNow } from '../../tenancy/merchants/suspension.ts'
import type { Payout, PayoutReport, Rails } from '../../money/rails/rails.ts'
import { requireRail } from '../../money/rails/rails-of.ts'
import { recordForcedReturnWithin } from '../../money/refunds/force-return.ts'
import { findRefund } from '../../money/refunds/read-refunds.ts'
import { bankReturnId } from '../../money/refunds/refund-transaction.ts'
import type { TransactionEvent } from '../../money/transactions/event.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransaction, ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { type State, isUnderWay } from '../../money/transactions/states.ts'

type Needs = { sql: Sql; clock: () => Date; door: Door; readTransaction: ReadTransactionById }

/**
 * Takes a payout one step further with the bank: send the first time, ask every later time, and send again under the same
 * id only when the bank says that it never got it. What no bank has is not sent while its merchant is suspended, nor while
 * no money may leave.
 */
export const payOut =
  (needs: Needs): TakeStep =>
  async (order, rails, call) => {
    const transaction = await needs.readTransaction(order.merchantId, order.transactionId)
    const rail = requireRail(rails.payouts)
    const payout = payoutOf(order, transaction)
    // Asking such a bank may be sending: it is done only where sending is allowed.
    const isAskedBlindly = payout.bankReference === null && rail.isAskedByReference === true
    const known = order.attempts === 1 || isAskedBlindly ? null : await rail.readPayout(payout, call)
    if (known !== null) return recordReport(needs, transaction, known)
    // A closed payout is never sent; only the bank's reports about it are recorded.
    if (!isUnderWay(transaction.state)) return nothingToDo(needs)
    // Read after the claim: a suspension waits for the payouts that were claimed before.
    const hold = await readHold(needs, order.merchantId)
    if (hold.isHeld) return { step: 'held' }
    const forgotten = await findRepeated(needs, transaction, hold.forgottenFrom)
    if (forgotten !== null)
      return { step: 'contradiction', expected: fact('nothingSent'), said: fact('paid', forgotten) }
    const earlier = order.attempts > 1 && isAskedBlindly ? await rail.readPayout(payout, call) : null
    return recordReport(needs, transaction, earlier ?? (await rail.sendPayout(payout, call)))
  }

async function readHold({ sql }: Needs, merchantId: string): Promise<MoneyHold> {
  const [hold, isSuspended] = await Promise.all([readMoneyHold(sql), isSuspendedNow({ sql }, merchantId)])
  return { ...hold, isHeld: hold.isHeld || isSuspended }
}

/** After a recovery a merchant may repeat an order that the books have forgotten and the bank has paid. */
const findRepeated = (needs: Needs, { connectionId, amount }: ReadTransaction, since: Date | null) =>
  since === null ? null : findForgottenPayout(needs, { connectionId, amount, since })

const nothingToDo = ({ door }: Needs): Outcome => ({
  step: 'over',
  write: finish => door.commit(write => finish(write.tx)),
})

/**
 * A bank reports a payout that is closed here: it may have been returned after it was paid, or paid after it was released.
 * The bank is queried. What contradicts the books is for a person, and is one exception however often it is reported.
 */
export async function recordPayoutOutcome(needs: Needs, transaction: ReadTransaction, rails: Rails) {
  const { merchantId, id, state } = transaction
  const report = await askPayout(rails, transaction, { id, bankReference: transaction.externalId })
  if (report === null || report === 'cannotAsk' || report.state === 'accepted' || report.state === 'doubtful') return
  if (report.state === 'paid' && state === 'Completed') return recordReturns(needs, transaction, report)
  if (agreeing[report.state].includes(state)) return
  const event = eventOf(transaction, report)
  await needs.door.commit(async write => {
    if (event !== null) return void (await write.apply({ merchantId, id, event }))
    // Of two callbacks at once the second waits here, and finds the exception of the first.
    await write.lock({ merchantId, id })
    const found = { expected: fact('paymentIs', state), said: factOf(report) }
    const isKnown = (one: BankException) =>
      one.state === 'Open' || (isSameFact(one.expected, found.expected) && isSameFact(one.said, found.said))
    if ((await readExceptionsOf(write.tx, merchantId, id)).some(isKnown)) return
    const about = { merchantId, transactionId: id, bankOrderId: null, kind: 'payout', subject: null } as const
    await openException(write.tx, { ...about, ...found }, needs.clock())
  })
}

/** The recipient has sent back a part, perhaps in several pieces: each is booked once, by the bank's id of it. */
async function recordReturns(
  needs: Needs,
  { merchantId, id }: Pick<ReadTransaction, 'merchantId' | 'id'>,
  { returns = [] }: Paid,
): Promise<void> {
  for (const { id: bankId, amount } of returns) {
    const refundId = bankReturnId(bankId)
    if ((await findRefund(needs, { merchantId, transactionId: id, id: refundId })) !== null) continue
    await needs.door
      .commit(write => recordForcedReturnWithin(write, { merchantId, id, amount, refundId }, needs.clock()))
      .catch((error: unknown) => {
        // Of two processes that record it at once, the second finds it written.
        if (!isKnownAlready(error)) throw error
      })
  }
}

const isKnownAlready = (error: unknown): boolean => (error as { code?: string }).code === '23505'

/** The states here that agree with what a bank reports. */
const agreeing: Record<Ended['state'], readonly State[]> = {
  paid: ['Completed'],
  refused: ['Error', 'Cancelled'],
  returned: ['Reversed', 'Error', 'Cancelled'],
}

/**
 * What the bank reports of a payout; nothing is sent. Null: it never got it. `cannotAsk`: it can be asked only by its own
 * reference, and none is known.
 */
export async function askPayout(
  rails: Rails,
  transaction: ReadTransaction,
  order: Pick<ClaimedOrder, 'id' | 'bankReference'>,
): Promise<PayoutReport | 'cannotAsk' | null> {
  const rail = requireRail(rails.payouts)
  if (rail.isAskedByReference === true && order.bankReference === null) return 'cannotAsk'
  const call = { signal: AbortSignal.timeout(callSeconds * 1000), remember: async () => {} }
  return rail.readPayout(payoutOf({ ...order, causeFromNotice: null }, transaction), call)
}

const payoutOf = (
  { id: bankOrderId, bankReference, causeFromNotice }: Pick<ClaimedOrder, 'id' | 'bankReference' | 'causeFromNotice'>,
  { id, amount, pixKeyType, pixKey, counterparty }: ReadTransaction,
): Payout => ({
  bankOrderId,
  bankReference,
  causeFromNotice,
  transactionId: id,
  amount,
  keyType: pixKeyType ?? '',
  key: pixKey ?? '',
  recipient: { name: counterparty?.name ?? null, taxNumber: counterparty?.cpf ?? counterparty?.cnpj ?? null },
})

/** What the bank says of a payout, as an outcome. What contradicts the books is for a person, never booked by itself. */
async function recordReport(needs: Needs, transaction: ReadTransaction, report: PayoutReport): Promise<Outcome> {
  const { merchantId, id, state } = transaction
  // A bank's fault, not ours: it is asked again.
  if ((report as PayoutReport | undefined) === undefined) throw new ExternalFault('the bank said nothing of a payout')
  if (report.state === 'accepted') {
    if (state === 'Created')
      await needs.door.apply({ merchantId, id, event: { kind: 'accepted', externalId: report.externalId } })
    return { step: 'again' }
  }
  if (report.state === 'doubtful')
    return { step: 'contradiction', expected: fact('anEnd'), said: fact('refused', report.cause) }
  const event = eventOf(transaction, report)
  if (event === null) return { step: 'contradiction', expected: fact('paymentIs', state), said: factOf(report) }
  return {
    step: 'over',
    write: finish =>
      needs.door.commit(async write => {
        if (!(await finish(write.tx))) return
        await write.apply({ merchantId, id, event })
        for (const { id: bankId, amount } of report.state === 'paid' ? (report.returns ?? []) : [])
          await recordForcedReturnWithin(
            write,
            { merchantId, id, amount, refundId: bankReturnId(bankId) },
            needs.clock(),
          )
      }),
  }
}

type Paid = Extract<PayoutReport, { state: 'paid' }>
type Ended = Exclude<PayoutReport, { state: 'accepted' | 'doubtful' }>

/** Null: the books say otherwise already. A report that is none of these says nothing, and the bank is asked again. */
function eventOf({ state, amount }: ReadTransaction, report: Ended): TransactionEvent | null {
  switch (report.state) {
    case 'paid': {
      const { participant, endToEndId, externalId } = report
      return isUnderWay(state) ? { kind: 'paid', amount, participant, endToEndId, externalId } : null
    }
    case 'refused':
      return isUnderWay(state) ? { kind: 'failed', cause: report.cause } : null
    case 'returned':
      if (state === 'Completed') return { kind: 'reversed' }
      return isUnderWay(state) ? { kind: 'failed', cause: report.cause } : null
    default:
      throw new ExternalFault(`the bank says of a payout what is not known: ${(report as Ended).state}`)
  }
}

const factOf = (report: Ended): Fact =>
  report.state === 'paid' ? fact('paid', report.endToEndId) : fact(report.state, report.cause)
