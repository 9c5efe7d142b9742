import { closeListedInFull } from '../banks/keep-unreadable.ts'
import { closeUnsent, differenceOfUnknown } from '../banks/record-unknown-payout.ts'
import { readWithoutTransaction } from '../../money/bank-orders/exceptions.ts'
import { fact } from '../../money/bank-orders/fact.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import { dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { recordPayoutOutcome } from '../../products/pix/pay-out.ts'
import { type UnreadableRow, UnreadableRows, puttingAside } from '../../money/rails/bank-faults.ts'
import type { PayoutRail, Rails, SentPayout } from '../../money/rails/rails.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { findSentBooking } from '../../money/transactions/sent-payments.ts'
import { isUnderWay } from '../../money/transactions/states.ts'
import { type Difference, facts, unreadableDifferences } from '../../money/bank-orders/differences.ts'
import type { Compared } from './difference.ts'
import { type BookedPayout, type DayToCompare, type Period, selectPayout, selectPayoutsOf } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; door: Door; readTransaction: ReadTransactionById }

const hourMs = 60 * 60_000
/** Banks list payouts by when they were ordered. One that waited longer for somebody's approval is not looked for. */
const longestWaitMs = 7 * 24 * hourMs

/** What a bank sent out in a period, and what came back of older payouts, against the books; null: the bank does not report it. */
export async function compareSent(needs: Needs, rails: Rails, given: DayToCompare): Promise<Compared | null> {
  if (rails.payouts?.listSent === undefined) return null
  // A day of such a bank is compared whole: what it sent at noon stands at midnight in its list.
  const period = rails.payouts.listsByDay ? { ...given, from: startOfDay(dayOf(given.from)) } : given
  const booked = await selectPayoutsOf(needs.sql, rails.connectionId, period)
  const sent = new Map<string, SentPayout>()
  const { until, withInProcess = false } = period
  const listedFrom = firstOrdered(booked, period)
  const unreadable = new Map<string, UnreadableRow>()
  const listed = rails.payouts.listSent({ from: listedFrom, until, withInProcess })
  for await (const payout of puttingAside(listed, unreadable)) sent.set(paymentKey(payout.endToEndId), payout)

  const ofPeriod = [...sent.values()].filter(({ at }) => at >= period.from && at < period.until)
  const differences: Difference[] = []
  let mended = 0
  const older = await listOlder(rails.payouts, period, unreadable)
  for (const payout of [...ofPeriod, ...older]) {
    const before = await selectPayout(needs.sql, rails.connectionId, payout)
    if (before === undefined || (before.endToEndId === null && (await isAdjusted(needs, payout)))) {
      const unknown = await differenceOfUnknown(needs, payout)
      if (unknown !== null) differences.push(unknown)
      else if (payout.returnedAmount === payout.amount) await closeUnsent(needs, payout.endToEndId, 'any')
      continue
    }
    if (differencesOf(payout, before).length === 0) continue
    const left = differencesOf(payout, await recordReturn(needs, rails, payout, before))
    differences.push(...left)
    if (left.length === 0) mended++
  }
  const lost = new UnreadableRows([...unreadable.values()])
  differences.push(...unreadableDifferences('payoutUnreadable', lost.rows))
  const listedInFull = new Set([...sent.keys(), ...older.map(({ endToEndId }) => paymentKey(endToEndId))])
  const isInFull = (name: string) => listedInFull.has(paymentKey(name)) && !lost.mayHave(name)
  await closeListedInFull(needs, rails.connectionId, 'payoutUnreadable', isInFull)
  // Of a payout that may be in a row that cannot be read, the bank does not say that it was not sent.
  for (const payout of booked)
    if (
      !sent.has(paymentKey(payout.endToEndId)) &&
      payout.createdAt >= earliest(period) &&
      !lost.mayHave(payout.endToEndId)
    )
      if (!(await wasReported(needs, payout, listedFrom))) differences.push(notAtBank(payout))
  const amount = ofPeriod.reduce((sum, payout) => sum + payout.amount, 0n)
  return { count: ofPeriod.length, amount, differences, mended }
}

async function listOlder(
  rail: PayoutRail,
  { olderFrom, from }: DayToCompare,
  unreadable: Map<string, UnreadableRow>,
): Promise<SentPayout[]> {
  if (olderFrom === null || rail.listReturned === undefined) return []
  const older = await Array.fromAsync(puttingAside(rail.listReturned({ from: olderFrom, until: from }), unreadable))
  return older.filter(({ at }) => at < from)
}

/** Where no payout books it, a person may have booked it by an adjustment, perhaps for another connection to the account. */
const isAdjusted = async (needs: Needs, { endToEndId }: SentPayout): Promise<boolean> =>
  (await findSentBooking(needs, endToEndId)) !== null

const earliest = ({ from }: Period) => new Date(from.getTime() - longestWaitMs)

function firstOrdered(booked: BookedPayout[], period: Period): Date {
  const first = booked.reduce((least, { createdAt }) => Math.min(least, createdAt.getTime() - hourMs), Infinity)
  return new Date(Math.max(Math.min(period.from.getTime(), first), earliest(period).getTime()))
}

/** Only that a payout came back can be corrected automatically: what the bank reports is booked. */
async function recordReturn(needs: Needs, rails: Rails, payout: SentPayout, booked: BookedPayout) {
  if (booked.state !== 'Completed' || payout.returnedAmount <= booked.refundedAmount) return booked
  await recordPayoutOutcome(needs, await needs.readTransaction(booked.merchantId, booked.id), rails)
  return (await selectPayout(needs.sql, rails.connectionId, payout)) ?? booked
}

/** A payout that is still under way is followed up by its order. */
function differencesOf(payout: SentPayout, booked: BookedPayout): Difference[] {
  const { endToEndId, amount, returnedAmount, isInProcess } = payout
  const said = isInProcess ? facts.inProcess(amount) : facts.sent(amount)
  const { merchantId, id, state } = booked
  const about = { endToEndId, transaction: { merchantId, id } }
  if (isUnderWay(state)) return []
  // In the books it failed, before they knew that it was paid.
  if (state === 'Error' && returnedAmount === amount) return []
  if (state !== 'Completed' && state !== 'Reversed')
    return [{ ...about, kind: 'payoutNotBooked', expected: fact('paymentIs', state), said }]
  if (booked.amount !== amount) return [{ ...about, kind: 'payoutAmount', expected: facts.sent(booked.amount), said }]
  const returned = state === 'Reversed' ? amount : booked.refundedAmount
  if (returned === returnedAmount) return []
  return [
    { ...about, kind: 'payoutReturned', expected: facts.returned(returned), said: facts.returned(returnedAmount) },
  ]
}

/** The bank sent it before the books knew of it, and has reported it: this list does not go back so far. */
const wasReported = async (
  { sql }: Needs,
  { endToEndId }: { endToEndId: string },
  listedFrom: Date,
): Promise<boolean> =>
  (await readWithoutTransaction(sql, null, endToEndId)).some(
    ({ kind, sentTo }) => kind === 'payout' && sentTo !== null && new Date(sentTo.at) < listedFrom,
  )

const notAtBank = ({ merchantId, id, endToEndId, amount }: BookedPayout & { endToEndId: string }): Difference => ({
  kind: 'payoutNotAtBank',
  endToEndId,
  transaction: { merchantId, id },
  expected: facts.sent(amount),
  said: facts.nothingSent,
})
