import { type Needs, recordReceivedPayment } from '../banks/record-received-payment.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Rails, ReceivedPayment, ReceivedRail } from '../../money/rails/rails.ts'
import { type Difference, facts } from '../../money/bank-orders/differences.ts'
import type { Compared } from './difference.ts'
import { type BookedPayment, type DayToCompare, type Period, selectPayments, selectPaymentsOf } from './sql.ts'

/** Banks limit how much they list at once, so a day is read in pieces. */
const pieceMs = 60 * 60_000
/** Of what went back there is less. */
const olderPieceMs = 7 * 24 * pieceMs

type Returned = { count: number; amount: Micros }

/**
 * What a bank received in a period, and what has gone back of it, against the books. What the books lack is booked first, as
 * if the bank had called back; what the books have and the bank's list lacks is read by its id: it may be of another day.
 * Older payments are looked at where they have gone back: that is how a special return shows whose callback was lost.
 */
export async function compareReceived(
  needs: Needs,
  rails: Rails & { received: ReceivedRail },
  period: DayToCompare,
): Promise<Compared & { returned: Returned }> {
  const seen = new Map<string, ReceivedPayment>()
  const found: Judged = { differences: [], mended: 0 }
  const add = ({ differences, mended }: Judged) => {
    found.differences.push(...differences)
    found.mended += mended
  }
  for (const piece of piecesOf(period)) {
    const payments = await listNew(rails.received, piece, seen)
    add(await judge(needs, rails, payments))
  }
  for (const booked of await selectPaymentsOf(needs.sql, rails.connectionId, period)) {
    if (seen.has(booked.endToEndId)) continue
    const payment = await rails.received.readReceived(booked.endToEndId)
    if (payment === null) found.differences.push(notAtBank(booked))
    else add(await judge(needs, rails, [payment]))
  }
  if (period.olderFrom !== null)
    for (const piece of piecesOf({ from: period.olderFrom, until: period.from }, olderPieceMs))
      add(await judge(needs, rails, await listNew(rails.received, { ...piece, onlyReturned: true }, new Map(seen))))
  const payments = [...seen.values()]
  const returns = payments.flatMap(payment => payment.returns.filter(({ isDone }) => isDone))
  return { ...found, ...sumOf(payments), returned: sumOf(returns) }
}

const sumOf = (items: { amount: Micros }[]): Returned => ({
  count: items.length,
  amount: items.reduce((sum, { amount }) => sum + amount, 0n),
})

function piecesOf({ from, until }: Period, ofMs = pieceMs): Period[] {
  const count = Math.ceil((until.getTime() - from.getTime()) / ofMs)
  const at = (index: number) => new Date(Math.min(from.getTime() + index * ofMs, until.getTime()))
  return Array.from({ length: count }, (_, index) => ({ from: at(index), until: at(index + 1) }))
}

/** The ends of a bank's periods belong to both sides: each payment counts once, on its own day. */
async function listNew(
  rail: ReceivedRail,
  piece: Parameters<ReceivedRail['listReceived']>[0],
  seen: Map<string, ReceivedPayment>,
) {
  const payments: ReceivedPayment[] = []
  for await (const payment of rail.listReceived(piece)) {
    if (seen.has(payment.endToEndId) || (payment.at !== null && payment.at >= piece.until)) continue
    seen.set(payment.endToEndId, payment)
    payments.push(payment)
  }
  return payments
}

type Judged = { differences: Difference[]; mended: number }

async function judge(needs: Needs, rails: Rails, payments: ReceivedPayment[]): Promise<Judged> {
  const differences: Difference[] = []
  let mended = 0
  const ids = payments.map(({ endToEndId }) => endToEndId)
  const booked = ids.length === 0 ? [] : await selectPayments(needs.sql, ids)
  const bookedBy = new Map(booked.map(one => [one.endToEndId, one]))
  for (const payment of payments) {
    if (differencesOf(payment, bookedBy.get(payment.endToEndId)).length === 0) continue
    await record(needs, rails, payment)
    const [now] = await selectPayments(needs.sql, [payment.endToEndId])
    const left = differencesOf(payment, now)
    differences.push(...left)
    if (left.length === 0) mended++
  }
  return { differences, mended }
}

/** What the books refuse stays a difference. */
const record = (needs: Needs, rails: Rails, payment: ReceivedPayment) =>
  recordReceivedPayment(needs, rails, payment).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })

function differencesOf({ endToEndId, amount, returns }: ReceivedPayment, booked?: BookedPayment): Difference[] {
  if (booked === undefined) {
    const said = facts.received(amount)
    return [{ kind: 'paymentNotBooked', endToEndId, transaction: null, expected: facts.nothingReceived, said }]
  }
  const { merchantId, id, paidAmount, returned, returning } = booked
  const about = { endToEndId, transaction: { merchantId, id } }
  const differences: Difference[] = []
  if (amount !== paidAmount)
    differences.push({
      ...about,
      kind: 'paymentAmount',
      expected: facts.received(paidAmount),
      said: facts.received(amount),
    })
  const atBank = sumOf(returns.filter(({ isDone }) => isDone)).amount
  if (atBank < returned || atBank > returned + returning)
    differences.push({
      ...about,
      kind: 'returnedAmount',
      expected: facts.returned(returned),
      said: facts.returned(atBank),
    })
  return differences
}

const notAtBank = ({ merchantId, id, endToEndId, paidAmount }: BookedPayment): Difference => ({
  kind: 'paymentNotAtBank',
  endToEndId,
  transaction: { merchantId, id },
  expected: facts.received(paidAmount),
  said: facts.nothingReceived,
})
