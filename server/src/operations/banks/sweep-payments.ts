import type { WorkLog } from '../../platform/db/work-loop.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import { safeText } from '../../platform/lib/log.ts'
import { endSweep, hasConnection, keepDisputesRead, sweepAgain, takeSweep } from '../../money/rails/connections.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Rails, ReceivedPayment } from '../../money/rails/rails.ts'
import { UnreadableRows } from '../../money/rails/bank-faults.ts'
import { findBooked, findBooking } from '../../money/transactions/read-transaction.ts'
import { readWithoutTransaction } from '../../money/bank-orders/exceptions.ts'
import { recordPaidBoleto } from '../../products/bills/boletos/record-boleto.ts'
import { addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import { differenceOf, facts, openDifference } from '../../money/bank-orders/differences.ts'
import { isDamage, isWorthRepeating } from '../../platform/db/database-faults.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Unavailable } from '../../platform/lib/within-time.ts'
import { type Needs, recordDisputes } from './record-disputes.ts'
import { closeBooked, followInProcess } from './close-booked.ts'
import { closeReadable, keepUnreadablePayments } from './keep-unreadable.ts'
import { payersInCallbacks } from './callbacks.ts'
import { DamagedMerchant, isForLater, recordReceivedPayment } from './record-received-payment.ts'

const everyMs = 60_000
/** A bank that gives no list is asked again sooner: orders wait for it, too. */
const failedMs = 15_000
/** Payments show up late, and while one pages: windows overlap, and what is known is passed by. */
const overlapMs = 30 * 60_000
const freshMs = 10_000
const windowMs = 6 * 60 * 60_000
/** Where only a statement has plain transfers, it is read once an hour, after so long away for a month at most. */
const hourMs = 60 * 60_000
const longestAwayMs = 30 * 24 * hourMs
/** A bank says when a boleto was paid by the day, and a weekend later. */
const boletoDays = 10

/**
 * Looks by itself at what a bank has received: callbacks get lost, and banks drop the address by themselves. Returns how
 * many connections it checked.
 */
export async function sweepPayments(needs: SweepNeeds, log?: WorkLog): Promise<number> {
  const sweep = await takeSweep(needs, needs.clock(), everyMs)
  if (sweep === null) return 0
  await sweepBank(needs, sweep, log)
  return 1
}

/** Sweeps each bank on its own: one that is slow, or does not answer, holds up no other. Does not wait for them. */
export function bankSweeper(needs: SweepNeeds, log: WorkLog): () => Promise<number> {
  const running = new Set<string>()
  return async () => {
    for (;;) {
      const sweep = await takeSweep(needs, needs.clock(), everyMs, [...running])
      if (sweep === null) return 0
      running.add(sweep.connectionId)
      void sweepBank(needs, sweep, log)
        .catch((error: unknown) => {
          report(error)
          log.error({ work: 'sweep payments', fault: safeText(error) }, 'work')
        })
        .finally(() => running.delete(sweep.connectionId))
    }
  }
}

type SweepNeeds = Needs & { railsOf: RailsOf }
type Sweep = { connectionId: string; from: Date }

const report = reportIfDefect('background work', undefined)

async function sweepBank(needs: SweepNeeds, sweep: Sweep, log?: WorkLog): Promise<void> {
  try {
    await readWindows(needs, sweep, log)
  } catch (error) {
    await sweepAgain(needs, sweep.connectionId, new Date(needs.clock().getTime() + failedMs))
    throw error
  }
}

/** After a time away it goes on where it had ended, a window at a time. */
async function readWindows(needs: SweepNeeds, { connectionId, from }: Sweep, log?: WorkLog): Promise<void> {
  const rails = await needs.railsOf(connectionId)
  if (rails.received === null) return
  const endMs = needs.clock().getTime()
  let unread: unknown = null
  const withPayer = await payersInCallbacks(needs, rails)
  for (let fromMs = from.getTime() - overlapMs; fromMs < endMs; fromMs += windowMs) {
    const until = new Date(Math.min(fromMs + windowMs, endMs))
    try {
      for await (const payment of rails.received.listReceived({ from: new Date(fromMs), until }))
        if (payment.foreignKey !== undefined) await keepForeign(needs, rails, payment, payment.foreignKey)
        else if (!(rails.received.payersInCallbacks && isFresh(payment, endMs)))
          await recordOrKeep(needs, rails, withPayer(payment), isSeenLast(payment, endMs), log)
    } catch (error) {
      // All others are booked. The window counts as read when the bank lists these in full, or a person has reviewed them.
      if (!(error instanceof UnreadableRows)) throw error
      if ((await keepUnreadablePayments(needs, connectionId, error.rows)) > 0) unread ??= error
    }
    if (unread === null) await endSweep(needs, connectionId, until)
  }
  if (unread === null) await closeReadable(needs, rails)
  const hour = Math.floor(endMs / hourMs)
  const sweptHour = Math.floor(from.getTime() / hourMs)
  const lastHour = unread === null ? sweptHour : Math.max(sweptHour, transfersRead.get(connectionId) ?? sweptHour)
  if (hour > lastHour) {
    transfersRead.set(connectionId, hour)
    await sweepTransfers(needs, rails, from, log)
  }
  await sweepBoletos(needs, rails, from, log)
  await closeBooked(needs, connectionId)
  await followInProcess(needs, rails)
  // After payments, of which cases speak.
  if (rails.disputes !== null) await sweepDisputes(needs, rails, log)
  if (unread !== null) throw unread
}

/** The hour of the last statement of each bank: while a window is unread the sweep begins in the same hour again and again. */
const transfersRead = new Map<string, number>()

/** A statement that cannot be read stops nothing else: the next hour's, and the reconciliation of the day, has the same transfers. */
async function sweepTransfers(needs: Needs, rails: Rails, sweptUntil: Date, log?: WorkLog): Promise<void> {
  const until = needs.clock()
  const from = new Date(Math.max(sweptUntil.getTime() - overlapMs, until.getTime() - longestAwayMs))
  try {
    for await (const payment of rails.received?.listTransfers?.({ from, until }) ?? [])
      await recordOrKeep(needs, rails, payment, true, log)
  } catch (error) {
    if (error instanceof UnreadableRows)
      return void (await keepUnreadablePayments(needs, rails.connectionId, error.rows))
    const fault = `the transfers at ${rails.name} cannot be read: ${safeText(error)}`
    log?.error({ work: 'sweep payments', fault }, 'work')
  }
}

/**
 * What was paid by boleto in the days before the last sweep and since; a list that cannot be read stops nothing else, and the
 * next sweep reads it. Nor does a boleto that cannot be recorded stop the others.
 */
async function sweepBoletos(
  needs: Needs,
  { boletos, ...rails }: Rails,
  sweptUntil: Date,
  log?: WorkLog,
): Promise<void> {
  if (boletos === null) return
  const keep = (what: string) => (error: unknown) => {
    report(error)
    log?.error({ work: 'sweep payments', fault: `${what} at ${rails.name} cannot be read: ${safeText(error)}` }, 'work')
  }
  const now = needs.clock()
  const since = dayOf(sweptUntil < now ? sweptUntil : now)
  const period = { from: addDays(since, -boletoDays), until: addDays(dayOf(now), 1) }
  try {
    for await (const paid of boletos.listPaid(period))
      await recordPaidBoleto(needs, { ...rails, boletos }, paid).catch(keep(`the boleto ${paid.ourNumber}`))
  } catch (error) {
    keep('the boletos')(error)
  }
}

/** Money to a key that no connection has: a person looks where it belongs. */
async function keepForeign(needs: Needs, rails: Rails, { endToEndId, amount }: ReceivedPayment, key: string) {
  if ((await hasConnection(needs, key)) || (await findBooking(needs, endToEndId)) !== null) return
  const difference = { kind: 'paymentNotBooked', transaction: null } as const
  const found = { endToEndId, expected: facts.nothingReceived, said: facts.received(amount) }
  await needs.sql.begin(async tx => {
    // Several connections to one account list the same payments.
    const known = await readWithoutTransaction(tx, null, endToEndId)
    if (known.some(one => differenceOf(one) === difference.kind)) return
    await openDifference(tx, rails.connectionId, { ...difference, ...found }, needs.clock())
  })
}

/** `isLast`: what the books cannot take now no later sweep brings again. */
const recordOrKeep = (needs: Needs, rails: Rails, payment: ReceivedPayment, isLast: boolean, log?: WorkLog) =>
  recordReceivedPayment(needs, rails, payment).catch((error: unknown) => {
    if (!isForLater(error) || isLast) return keepRefused(needs, rails, payment, error, log)
  })

/** The callback of such a payment comes within seconds, and it alone names the payer: the next sweep finds one without. */
const isFresh = ({ at }: ReceivedPayment, endMs: number): boolean =>
  at !== null && at.getTime() > endMs - freshMs && at.getTime() <= endMs

/** The next sweep begins an overlap before this one's end; a bank may round its times. Without a time, its day decides. */
const isSeenLast = ({ at }: ReceivedPayment, endMs: number): boolean =>
  at !== null && at.getTime() < endMs - overlapMs + everyMs

/**
 * A payment that the books refuse is an exception, the same that the reconciliation of its day would open, and the sweep
 * goes on with the others. Whatever passes by itself, such as a database that is away, stops the sweep until the next one.
 */
async function keepRefused(
  needs: Needs,
  rails: Rails,
  { endToEndId, amount, returns }: ReceivedPayment,
  error: unknown,
  log?: WorkLog,
): Promise<void> {
  if (error instanceof Unavailable || isWorthRepeating(error)) throw error
  if (error instanceof ApiError && error.status >= 500) throw error
  log?.error({ work: 'sweep payments', fault: `payment ${endToEndId} was refused: ${safeText(error)}` }, 'work')
  const booked = error instanceof DamagedMerchant || isDamage(error) ? null : await findBooked(needs, endToEndId)
  const returned = returns.reduce((sum, one) => (one.isDone ? sum + one.amount : sum), 0n)
  // The books have it all by now: another worker was faster.
  if (booked?.refundedAmount === returned) return
  // Of money in suspense only the payer could not be recorded: its return is followed by its order.
  if (booked?.operation === 'unmatchedPayment' && booked.state === 'Completed') return
  const difference =
    booked === null
      ? ({
          kind: 'paymentNotBooked',
          transaction: null,
          expected: facts.nothingReceived,
          said: facts.received(amount),
        } as const)
      : ({
          kind: 'returnedAmount',
          transaction: booked,
          expected: facts.returned(booked.refundedAmount),
          said: facts.returned(returned),
        } as const)
  await needs.sql.begin(tx => openDifference(tx, rails.connectionId, { endToEndId, ...difference }, needs.clock()))
}

/** A bank whose cases cannot be read is called again by the next sweep. Operators see since when, and the log says why, once. */
export async function sweepDisputes(needs: Needs, rails: Rails, log?: WorkLog): Promise<void> {
  try {
    await recordDisputes(needs, rails)
    await keepDisputesRead(needs, rails.connectionId, null)
  } catch (error) {
    const isNew = await keepDisputesRead(needs, rails.connectionId, needs.clock())
    const fault = `the disputes of ${rails.name} cannot be read: ${safeText(error)}`
    if (isNew) log?.error({ work: 'sweep payments', fault }, 'work')
  }
}
