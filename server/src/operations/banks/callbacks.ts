import { wakeOrder } from '../../money/bank-orders/place-orders.ts'
import { callSeconds, leaseSeconds, pauseAfter } from '../../money/bank-orders/schedule.ts'
import { withinTime } from '../../platform/lib/within-time.ts'
import { recordConsentCallback } from '../../products/open-finance/finish-authorisation.ts'
import { recordPayoutOutcome } from '../../products/pix/pay-out.ts'
import { completeWith } from '../../money/rails/participant.ts'
import type { NoticeHint, Rails } from '../../money/rails/rails.ts'
import { type RailsOf, requireRail } from '../../money/rails/rails-of.ts'
import { findPayout } from '../../money/transactions/read-transaction.ts'
import { type Needs, recordReceivedPayment } from './record-received-payment.ts'
import { type BankNotice, claimNotices, deleteOldNotices, insertNotice, planNotice } from './sql.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type CallbackProof, findByCallback } from '../../money/rails/callbacks.ts'

type StoreNeeds = { sql: Sql; clock: () => Date; storageKey: Buffer }
type ProcessNeeds = Needs & { railsOf: RailsOf }

/** Stores the body of a bank's callback unchanged, before the bank gets its response. A body that is not JSON is ignored. */
export async function storeCallback(
  needs: StoreNeeds,
  called: { token: string } & CallbackProof,
  body: unknown,
): Promise<void> {
  const connectionId = await findByCallback(needs, called.token, called)
  if (connectionId === null) throw new ApiError('AddressNotFound')
  if (typeof body !== 'object' || body === null) return
  const receivedAt = needs.clock()
  const id = uuidv7(receivedAt.getTime())
  await insertNotice(needs.sql, { connectionId, id, body: JSON.stringify(body), receivedAt, attempts: 0 })
}

const mostAtOnce = 20
/** A few hours of trying; the sweep finds what is still missing. */
const mostAttempts = 12

/** Reads from the banks what their callbacks are about. Returns how many callbacks it processed. */
export async function processCallbacks(needs: ProcessNeeds): Promise<number> {
  const now = needs.clock()
  const due = await claimNotices(needs.sql, now, new Date(now.getTime() + leaseSeconds * 1000), mostAtOnce)
  await Promise.all(due.map(notice => workOff(needs, notice)))
  return due.length
}

async function workOff(needs: ProcessNeeds, notice: BankNotice): Promise<void> {
  const isDone = await withinTime(follow(needs, notice), callSeconds).then(
    () => true,
    reportIfDefect('bank callback', false),
  )
  const next = new Date(needs.clock().getTime() + pauseAfter(notice.attempts) * 1000)
  await planNotice(needs.sql, notice, isDone || notice.attempts >= mostAttempts ? null : next)
}

async function follow(needs: ProcessNeeds, { connectionId, body }: BankNotice): Promise<void> {
  const rails = await needs.railsOf(connectionId)
  for (const hint of requireRail(rails.received).hintsIn(JSON.parse(body))) await followHint(needs, rails, hint)
}

/** A callback may come from anybody who knows the URL: only what the bank's API returns counts. */
async function followHint(needs: ProcessNeeds, rails: Rails, hint: NoticeHint): Promise<void> {
  if (hint.of === 'payout') {
    if (await wakeOrder(needs, hint)) return
    const payout = await findPayout(needs, hint)
    if (payout?.connectionId === rails.connectionId) await recordPayoutOutcome(needs, payout, rails)
    return
  }
  if (hint.of === 'initiation') {
    const { connectionId } = rails
    return recordConsentCallback(needs, { connectionId, externalId: hint.externalId })
  }
  const payment = await requireRail(rails.received).readReceived(hint.endToEndId)
  if (payment === null) return
  // Who paid counts from a callback too, for a payment that the bank confirms: Efí reports it nowhere else.
  const payer = completeWith(payment.payer, hint.payer)
  await recordReceivedPayment(needs, rails, { ...payment, payer })
}

/** Callbacks that were processed or given up. */
export const purgeNotices = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldNotices(sql, before, most)).count
