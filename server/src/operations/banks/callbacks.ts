import { wakeOrder } from '../../money/bank-orders/place-orders.ts'
import { callSeconds, leaseSeconds, pauseAfter } from '../../money/bank-orders/schedule.ts'
import { fact } from '../../money/bank-orders/fact.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import { openLog } from '../../platform/lib/log.ts'
import { bankCallbacksGivenUp } from '../../platform/lib/metrics.ts'
import { ExternalFault, withinTime } from '../../platform/lib/within-time.ts'
import { recordPaidBoleto } from '../../products/bills/boletos/record-boleto.ts'
import { recordConsentCallback } from '../../products/open-finance/finish-authorisation.ts'
import { contradictPayout, recordPayoutOutcome } from '../../products/pix/pay-out.ts'
import { completeWith } from '../../money/rails/participant.ts'
import type { NoticeHint, Participant, Rails, ReceivedPayment } from '../../money/rails/rails.ts'
import { type RailsOf, findRails, nullIfNotConnected, requireRail } from '../../money/rails/rails-of.ts'
import { findDamaged, findPayout } from '../../money/transactions/read-transaction.ts'
import { closeMatched } from './close-booked.ts'
import { type Needs, recordReceivedPayment } from './record-received-payment.ts'
import { recordUnknownPayout, showUnreadPayout } from './record-unknown-payout.ts'
import {
  type BankNotice,
  claimNotices,
  deleteOldNotices,
  insertNotice,
  planNotice,
  selectWaitingBodies,
} from './sql.ts'
import { isDamage } from '../../platform/db/database-faults.ts'
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
/** A few hours of trying; the sweep finds the payments that are still missing. */
const mostAttempts = 12

/** The bank of a payout is paused: its callback is kept until the bank may be called again. */
class PayoutBankPaused extends ExternalFault {}

/** Reads from the banks what their callbacks are about. Returns how many callbacks it processed. */
export async function processCallbacks(needs: ProcessNeeds): Promise<number> {
  const now = needs.clock()
  const due = await claimNotices(needs.sql, now, new Date(now.getTime() + leaseSeconds * 1000), mostAtOnce)
  await Promise.all(due.map(notice => workOff(needs, notice)))
  return due.length
}

async function workOff(needs: ProcessNeeds, notice: BankNotice): Promise<void> {
  const end = await withinTime(follow(needs, notice), callSeconds).then(
    () => 'done' as const,
    (error: unknown) => {
      const isLast = notice.attempts >= mostAttempts && !(error instanceof PayoutBankPaused)
      return reportIfDefect('bank callback', isLast ? ('givenUp' as const) : null)(error)
    },
  )
  if (end === 'givenUp') await showGivenUp(needs, notice)
  const next = new Date(needs.clock().getTime() + pauseAfter(notice.attempts) * 1000)
  await planNotice(needs.sql, notice, end === null ? next : null)
}

let log: ReturnType<typeof openLog> | undefined

/** A bank that lists no payouts reports the end of one in callbacks only: a person is asked to look it up there. */
async function showGivenUp(needs: ProcessNeeds, { connectionId, id, body, attempts }: BankNotice): Promise<void> {
  const rails = await findRails(needs.railsOf, connectionId)
  const bank = rails?.name ?? 'not connected'
  bankCallbacksGivenUp.inc({ bank })
  log ??= openLog('warn')
  log.warn({ bank, connectionId, notice: id, attempts }, 'callback of a bank given up')
  for (const hint of rails?.received?.hintsIn(JSON.parse(body)) ?? []) {
    const payout = hint.of === 'payout' ? await findPayout(needs, hint) : null
    if (rails !== null && hint.of === 'payout' && payout === null) await showUnreadPayout(needs, rails, hint, attempts)
    if (payout === null) continue
    const own = await findRails(needs.railsOf, payout.connectionId)
    if (own?.payouts?.listSent === undefined) await contradictPayout(needs, payout, fact('noEnd', String(attempts)))
  }
}

async function follow(needs: ProcessNeeds, { connectionId, body }: BankNotice): Promise<void> {
  const rails = await needs.railsOf(connectionId)
  for (const hint of requireRail(rails.received).hintsIn(JSON.parse(body))) await followHint(needs, rails, hint)
}

/** A callback may come from anybody who knows the URL: only what the bank's API returns counts. */
async function followHint(needs: ProcessNeeds, rails: Rails, hint: NoticeHint): Promise<void> {
  if (hint.of === 'payout') {
    if (await wakeOrder(needs, hint)) return
    const payout = await payoutOf(needs, rails, hint)
    // Several connections to one account share the URL for payouts: the bank of the payout is asked.
    if (!payout?.connectionId) return
    const isFound = await recordPayoutOutcome(needs, payout, await railsOfPayout(needs, payout.connectionId)).catch(
      async (error: unknown) => {
        if (isDamage(error)) await needs.suspendDamaged(payout.merchantId, error)
        throw error
      },
    )
    // Only this callback may report that a released payout was paid after all.
    if (!isFound) throw new ExternalFault('the bank does not find the payout that it has called back about')
    return closeMatched(needs, payout)
  }
  if (hint.of === 'initiation') {
    const { connectionId } = rails
    return recordConsentCallback(needs, { connectionId, externalId: hint.externalId })
  }
  if (hint.of === 'boletos') {
    const named = await rails.boletos?.readNotice?.(hint.token, { signal: AbortSignal.timeout(callSeconds * 1000) })
    for (const one of named ?? []) await recordPaidBoleto(needs, rails, { ...one, boleto: null, state: 'paidUnknown' })
    return
  }
  const payment = await requireRail(rails.received).readReceived(hint.endToEndId)
  // Everybody can make a callback: only the list has what came to other keys of our account.
  if (payment === null || payment.foreignKey !== undefined) return
  // Who paid counts from a callback too, for a payment that the bank confirms: Efí reports it nowhere else.
  const payer = completeWith(payment.payer, hint.payer)
  await recordReceivedPayment(needs, rails, { ...payment, payer })
}

/** The payout that a callback names. Damage that is met on the way suspends the merchants that it is of. */
async function payoutOf(needs: ProcessNeeds, rails: Rails, hint: Extract<NoticeHint, { of: 'payout' }>) {
  try {
    return (await findPayout(needs, hint)) ?? (await recordUnknownPayout(needs, rails, hint))
  } catch (error) {
    if (isDamage(error)) for (const id of await findDamaged(needs, hint)) await needs.suspendDamaged(id, error)
    throw error
  }
}

/** More callbacks do not wait but where a bank was paused for long. */
const mostWaiting = 1_000

/** Completes payments that the bank lists with the payers whom its waiting callbacks name. */
export async function payersInCallbacks({ sql }: { sql: Sql }, { connectionId, received }: Rails) {
  const waiting = received?.payersInCallbacks ? await selectWaitingBodies(sql, connectionId, mostWaiting) : []
  const payers = new Map<string, Participant>()
  for (const hint of waiting.flatMap(({ body }) => received?.hintsIn(JSON.parse(body)) ?? []))
    if (hint.of === 'payment' && hint.payer !== null) payers.set(paymentKey(hint.endToEndId), hint.payer)
  return (payment: ReceivedPayment): ReceivedPayment => ({
    ...payment,
    payer: completeWith(payment.payer, payers.get(paymentKey(payment.endToEndId)) ?? null),
  })
}

async function railsOfPayout({ railsOf }: ProcessNeeds, connectionId: string): Promise<Rails> {
  const rails = await railsOf(connectionId).catch(nullIfNotConnected)
  if (rails !== null) return rails
  if ((await findRails(railsOf, connectionId)) !== null) throw new PayoutBankPaused('the bank of the payout is paused')
  throw new ApiError('BankNotConnected')
}

/** Callbacks that were processed or given up. */
export const purgeNotices = async ({ sql }: { sql: Sql }, before: Date, most: number): Promise<number> =>
  (await deleteOldNotices(sql, before, most)).count
