import { fact } from '../../money/bank-orders/fact.ts'
import { dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../platform/db/db.ts'
import { recordPayoutOutcome } from '../../products/pix/pay-out.ts'
import type { PayoutRail, Rails, SentPayout } from '../../money/rails/rails.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { isUnderWay } from '../../money/transactions/states.ts'
import { type Difference, facts } from '../../money/bank-orders/differences.ts'
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
  for await (const payout of rails.payouts.listSent({ from: firstOrdered(booked, period), until, withInProcess }))
    sent.set(payout.endToEndId, payout)

  const ofPeriod = [...sent.values()].filter(({ at }) => at >= period.from && at < period.until)
  const differences: Difference[] = []
  let mended = 0
  for (const payout of [...ofPeriod, ...(await listOlder(rails.payouts, period))]) {
    const before = await selectPayout(needs.sql, rails.connectionId, payout)
    if (differencesOf(payout, before).length === 0) continue
    const left = differencesOf(payout, await recordReturn(needs, rails, payout, before))
    differences.push(...left)
    if (left.length === 0) mended++
  }
  for (const payout of booked)
    if (!sent.has(payout.endToEndId) && payout.createdAt >= earliest(period)) differences.push(notAtBank(payout))
  const amount = ofPeriod.reduce((sum, payout) => sum + payout.amount, 0n)
  return { count: ofPeriod.length, amount, differences, mended }
}

async function listOlder(rail: PayoutRail, { olderFrom, from }: DayToCompare): Promise<SentPayout[]> {
  if (olderFrom === null || rail.listReturned === undefined) return []
  const older = await Array.fromAsync(rail.listReturned({ from: olderFrom, until: from }))
  return older.filter(({ at }) => at < from)
}

const earliest = ({ from }: Period) => new Date(from.getTime() - longestWaitMs)

function firstOrdered(booked: BookedPayout[], period: Period): Date {
  const first = booked.reduce((least, { createdAt }) => Math.min(least, createdAt.getTime() - hourMs), Infinity)
  return new Date(Math.max(Math.min(period.from.getTime(), first), earliest(period).getTime()))
}

/** Only that a payout came back can be corrected automatically: what the bank reports is booked. */
async function recordReturn(needs: Needs, rails: Rails, payout: SentPayout, booked?: BookedPayout) {
  if (booked?.state !== 'Completed' || payout.returnedAmount <= booked.refundedAmount) return booked
  await recordPayoutOutcome(needs, await needs.readTransaction(booked.merchantId, booked.id), rails)
  return selectPayout(needs.sql, rails.connectionId, payout)
}

/** A payout that is still under way is followed up by its order. */
function differencesOf({ endToEndId, amount, returnedAmount }: SentPayout, booked?: BookedPayout): Difference[] {
  const said = facts.sent(amount)
  if (booked === undefined)
    return [{ kind: 'payoutNotBooked', endToEndId, transaction: null, expected: facts.nothingSent, said }]
  const { merchantId, id, state } = booked
  const about = { endToEndId, transaction: { merchantId, id } }
  if (isUnderWay(state)) return []
  // It was returned in full before the books knew that it was paid: in the books it failed, and nothing was sent.
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

const notAtBank = ({ merchantId, id, endToEndId, amount }: BookedPayout & { endToEndId: string }): Difference => ({
  kind: 'payoutNotAtBank',
  endToEndId,
  transaction: { merchantId, id },
  expected: facts.sent(amount),
  said: facts.nothingSent,
})
