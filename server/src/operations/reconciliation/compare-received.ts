import { type Needs, DamagedMerchant, recordReceivedPayment } from '../banks/record-received-payment.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type UnreadableRow, puttingAside } from '../../money/rails/bank-faults.ts'
import type { Rails, ReceivedPayment, ReceivedRail } from '../../money/rails/rails.ts'
import { readAtBank, spelledAsBooked } from '../../money/transactions/read-transaction.ts'
import { type Difference, facts, unreadableDifferences } from '../../money/bank-orders/differences.ts'
import type { Compared } from './difference.ts'
import {
  type BookedPayment,
  type DayToCompare,
  type Period,
  selectPayments,
  selectPaymentsOf,
  selectWithoutCharge,
} from './sql.ts'

/** Banks limit how much they list at once, so a day is read in pieces. */
const pieceMs = 60 * 60_000
/** Of what went back there is less. */
const olderPieceMs = 7 * 24 * pieceMs

/** A transfer that no sweep could read in its hour is booked a day or two later. */
const daysBefore = 3

/** Its bank may spell an id in other letters at another time. */
const keyOf = ({ endToEndId }: { endToEndId: string }): string => paymentKey(endToEndId)

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
  const foreign = new Set<string>()
  const found: Judged = { differences: [], mended: 0 }
  const add = ({ differences, mended }: Judged) => {
    found.differences.push(...differences)
    found.mended += mended
  }
  const unreadable: Unreadable = new Map()
  for (const piece of piecesOf(period)) {
    const payments = await listNew(rails.received, piece, { seen, foreign, unreadable })
    add(await judge(needs, rails, payments))
  }
  // What the list has is better known there: a statement may show the Pix of a boleto as a transfer, and not its return.
  const listed = await listTransfers(rails.received, period, unreadable)
  const transfers = listed.filter(payment => !seen.has(keyOf(payment)))
  for (const payment of transfers) seen.set(keyOf(payment), payment)
  add(await judge(needs, rails, transfers))
  for (const booked of await selectPaymentsOf(needs.sql, rails.connectionId, period)) {
    if (seen.has(keyOf(booked)) || foreign.has(keyOf(booked))) continue
    if ([...unreadable.values()].some(({ name }) => name === booked.endToEndId)) continue
    const payment =
      (await readAtBank(needs, rails, booked.endToEndId)) ?? (await findTransfer(rails.received, booked, period))
    if (payment === null) found.differences.push(notAtBank(booked))
    else add(await judge(needs, rails, [payment]))
  }
  if (period.olderFrom !== null) add(await nameCharges(needs, rails, { from: period.olderFrom, until: period.from }))
  if (period.olderFrom !== null)
    for (const piece of piecesOf({ from: period.olderFrom, until: period.from }, olderPieceMs))
      add(
        await judge(
          needs,
          rails,
          await listNew(rails.received, { ...piece, onlyReturned: true }, { seen: new Map(seen), unreadable }),
        ),
      )
  found.differences.push(...unreadableDifferences('paymentUnreadable', [...unreadable.values()]))
  const payments = [...seen.values()]
  const returns = payments.flatMap(payment => payment.returns.filter(({ isDone }) => isDone))
  return { ...found, ...sumOf(payments), returned: sumOf(returns) }
}

/** More than these are looked at on the next days. */
const mostWithoutCharge = 500

/** A bank may name the charge of a payment when its day has been compared: what waits for that is read again. */
async function nameCharges(needs: Needs, rails: Rails & { received: ReceivedRail }, period: Period): Promise<Judged> {
  const named: ReceivedPayment[] = []
  for (const { endToEndId } of await selectWithoutCharge(needs.sql, rails.connectionId, period, mostWithoutCharge)) {
    const payment = await readAtBank(needs, rails, endToEndId)
    if (payment !== null && (payment.charge ?? payment.staticCode) !== null) named.push(payment)
  }
  return judge(needs, rails, named)
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

type Unreadable = Map<string, UnreadableRow>
type Listed = { seen: Map<string, ReceivedPayment>; foreign?: Set<string>; unreadable: Unreadable }

/** The ends of a bank's periods belong to both sides: each payment counts once, on its own day. */
async function listNew(
  rail: ReceivedRail,
  piece: Parameters<ReceivedRail['listReceived']>[0],
  { seen, foreign = new Set(), unreadable }: Listed,
) {
  const payments: ReceivedPayment[] = []
  for await (const payment of puttingAside(rail.listReceived(piece), unreadable)) {
    // The sweep has opened an exception for it, or another connection has its key.
    if (payment.foreignKey !== undefined) {
      foreign.add(keyOf(payment))
      continue
    }
    if (seen.has(keyOf(payment)) || (payment.at !== null && payment.at >= piece.until)) continue
    seen.set(keyOf(payment), payment)
    payments.push(payment)
  }
  return payments
}

const listTransfers = (
  rail: ReceivedRail,
  { from, until }: Period,
  unreadable: Unreadable,
): Promise<ReceivedPayment[]> => Array.fromAsync(puttingAside(rail.listTransfers?.({ from, until }) ?? [], unreadable))

/** A transfer may be booked after the day on which the bank has it. */
async function findTransfer(rail: ReceivedRail, booked: BookedPayment, { until }: Period) {
  const from = new Date(booked.at.getTime() - daysBefore * 24 * pieceMs)
  const transfers = await listTransfers(rail, { from, until }, new Map())
  return transfers.find(transfer => keyOf(transfer) === keyOf(booked)) ?? null
}

type Judged = { differences: Difference[]; mended: number }

async function judge(needs: Needs, rails: Rails, listed: ReceivedPayment[]): Promise<Judged> {
  const differences: Difference[] = []
  let mended = 0
  const payments = await spelledAsBooked(needs, listed)
  const ids = payments.map(({ endToEndId }) => endToEndId)
  const booked = ids.length === 0 ? [] : await selectPayments(needs.sql, ids)
  const bookedBy = new Map(booked.map(one => [one.endToEndId, one]))
  for (const payment of payments) {
    const before = bookedBy.get(payment.endToEndId)
    const wasEqual = differencesOf(payment, before).length === 0
    // The bank names its charge later than any sweep has seen it: the charge takes it out of suspense.
    const isNamedNow = before?.isWithoutCharge === true && (payment.charge ?? payment.staticCode) !== null
    if (wasEqual && !isNamedNow) continue
    await record(needs, rails, payment)
    const [now] = await selectPayments(needs.sql, [payment.endToEndId])
    const left = differencesOf(payment, now)
    differences.push(...left)
    if (left.length === 0 && !(wasEqual && now?.id === before?.id)) mended++
  }
  return { differences, mended }
}

/** What the books refuse stays a difference. */
const record = (needs: Needs, rails: Rails, payment: ReceivedPayment) =>
  recordReceivedPayment(needs, rails, payment).catch((error: unknown) => {
    if (!(error instanceof ApiError || error instanceof DamagedMerchant)) throw error
  })

function differencesOf(
  { endToEndId, amount, returns, mayHideReturns = false }: ReceivedPayment,
  booked?: BookedPayment,
): Difference[] {
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
  if ((atBank < returned && !mayHideReturns) || atBank > returned + returning)
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
