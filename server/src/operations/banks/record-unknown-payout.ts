import { readAdjusted } from '../../money/adjustments/read-adjusted.ts'
import { type Difference, differenceOf, facts, openDifference } from '../../money/bank-orders/differences.ts'
import { closeByItself, readWithoutTransaction } from '../../money/bank-orders/exceptions.ts'
import { fact } from '../../money/bank-orders/fact.ts'
import { isOfOrder, stateOfOrder } from '../../money/bank-orders/place-orders.ts'
import { callSeconds } from '../../money/bank-orders/schedule.ts'
import { unavailableToPerson } from '../../money/rails/bank-faults.ts'
import type { NamedPayout, Rails, SentPayout } from '../../money/rails/rails.ts'
import {
  type ReadTransaction,
  type ReadTransactionById,
  findPayout,
} from '../../money/transactions/read-transaction.ts'
import { findSentBooking } from '../../money/transactions/sent-payments.ts'
import { formatAmountShort } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ExternalFault } from '../../platform/lib/within-time.ts'

type Needs = { sql: Sql; clock: () => Date; readTransaction: ReadTransactionById }

/**
 * A callback names a payout that the books do not know: after a restore they have forgotten it, or it was made elsewhere. The
 * bank is asked, and what it has sent is an exception, once for its end-to-end id. Returns the payout if it was closed
 * meanwhile.
 */
export async function recordUnknownPayout(
  needs: Needs,
  rails: Rails,
  named: NamedPayout,
): Promise<ReadTransaction | null> {
  // The step in progress may have asked the bank before this happened.
  const state = await stateOfOrder(needs, named)
  if (state === 'Asking' || state === 'Waiting') throw new ExternalFault('the bank is being asked about the payout')
  if (state !== null) return null
  const sent = await findSent(rails, named)
  if (sent === null) {
    const { endToEndId } = named
    if (endToEndId !== null) await closeUnsent(needs, endToEndId, 'inProcess')
    return findPayout(needs, named)
  }
  if (sent.isInProcess) throw new ExternalFault('the bank has the payout in process')
  const { endToEndId, amount } = sent
  const { connectionId } = rails
  // Such a bank may call back before its response with the id of the payout is here.
  const isUnnamed = rails.payouts?.isAskedByReference === true
  if (await isOfOrder(needs, { ...named, ...(isUnnamed ? { unnamed: { connectionId, amount } } : {}) }))
    throw new ExternalFault('the payout may be one that is under way')
  // An order and its outcome are one commit: without an order the outcome is written.
  const closed = await findPayout(needs, { ...named, endToEndId })
  if (closed === null) await recordSent(needs, connectionId, sent)
  return closed
}

/** The same for a payout that a person has found in the bank's own statement. False: the bank has not sent it. */
export async function bookUnlisted(needs: Needs, rails: Rails, named: NamedPayout): Promise<boolean> {
  if (await isOfOrder(needs, named)) return true
  const sent = await findSent(rails, named).catch(unavailableToPerson)
  if (!sent) return false
  await recordSent(needs, rails.connectionId, sent)
  return true
}

/** A payout by what its bank calls it, as that bank reports it now. Null: it has not sent it, or cannot be asked. */
export const findSent = async ({ payouts }: Pick<Rails, 'payouts'>, named: NamedPayout): Promise<SentPayout | null> =>
  (await payouts?.findSent?.(named, AbortSignal.timeout(callSeconds * 1000))) ?? null

/**
 * How the books differ from a payout that no transaction books: they lack what has not come back of it, or more has come back
 * than the adjustment that books it knows. Null: not at all.
 */
export async function differenceOfUnknown(needs: { sql: Sql | Tx }, sent: SentPayout): Promise<Difference | null> {
  const { amount, returnedAmount, key, taxNumber, at, bankReference: reference } = sent
  const sentTo = { key, taxNumber, at: at.toISOString(), amount: formatAmountShort(amount), reference }
  const booking = await findSentBooking(needs, sent.endToEndId)
  const about = { endToEndId: booking?.endToEndId ?? sent.endToEndId, transaction: null, sentTo }
  const left = amount - returnedAmount
  if (booking === null) {
    const said = sent.isInProcess ? facts.inProcess(left) : facts.sent(left)
    return left === 0n ? null : { ...about, kind: 'payoutNotBooked', expected: facts.nothingSent, said }
  }
  const adjusted = await readAdjusted(needs, booking)
  if (adjusted === null || adjusted.amount === left) return null
  const expected = facts.returned(amount - adjusted.amount)
  return { ...about, kind: 'payoutReturned', expected, said: facts.returned(returnedAmount) }
}

/** Opens the difference, or brings an open one up to what the bank says now; closes it where there is none any more. */
export async function recordSent(needs: Needs, connectionId: string, sent: SentPayout): Promise<void> {
  await needs.sql.begin(async tx => {
    const difference = await differenceOfUnknown({ sql: tx }, sent)
    if (difference !== null) await open(tx, connectionId, difference, needs.clock())
  })
  if (sent.returnedAmount === sent.amount) await closeUnsent(needs, sent.endToEndId, 'any')
}

/** Nothing else reports this payout, and the bank could not be asked about it: a person looks it up there. */
export async function showUnreadPayout(needs: Needs, rails: Rails, named: NamedPayout, attempts: number) {
  const endToEndId = named.endToEndId ?? named.bankReference
  if (endToEndId === null || rails.payouts === null || rails.payouts.listSent !== undefined) return
  if (await isOfOrder(needs, named)) return
  const about = { kind: 'payoutNotBooked', endToEndId, transaction: null, expected: facts.nothingSent } as const
  const difference = { ...about, said: fact('noEnd', String(attempts)) }
  await needs.sql.begin(tx => open(tx, rails.connectionId, difference, needs.clock()))
}

/** Several connections to one account are called back about the same payouts: one exception follows what they report. */
async function open(tx: Tx, connectionId: string, difference: Difference, at: Date): Promise<void> {
  const known = (await readWithoutTransaction(tx, null, difference.endToEndId)).filter(
    one => differenceOf(one) === difference.kind,
  )
  // That the bank could not be asked is less than what it has said before.
  if (known.length > 0 && difference.said.code === 'noEnd') return
  const last = known.find(({ state }) => state === 'Open') ?? known.at(-1)
  await openDifference(tx, last?.connectionId ?? connectionId, difference, at)
}

const notSent =
  'O banco não enviou o pagamento, ou ele voltou por inteiro. / The bank has not sent the payment, or all of it has come back.'

/**
 * The bank has refused what it had in process, or all of it has come back: there is nothing to book. What it has reported as
 * sent stays: a bank may not find a payment for a while.
 */
export const closeUnsent = (
  needs: Pick<Needs, 'sql' | 'clock'>,
  endToEndId: string,
  which: 'inProcess' | 'any',
): Promise<void> =>
  needs.sql.begin(async tx => {
    if ((await findSentBooking({ sql: tx }, endToEndId)) !== null) return
    for (const one of await readWithoutTransaction(tx, null, endToEndId))
      if (
        one.state === 'Open' &&
        differenceOf(one) === 'payoutNotBooked' &&
        (which === 'any' || one.said.code === 'amountInProcess')
      )
        await closeByItself(tx, one, { note: notSent, at: needs.clock() })
  })
