import { formatAmount } from '../../../platform/brazil/money.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { type QueuedNotification, closeNotifications, queueNotification, webhooksFail } from '../queue-notification.ts'
import {
  type OverdueDispute,
  type WaitingRequest,
  selectAnsweredDisputes,
  selectDecidedBatches,
  selectDecidedRequests,
  selectEndedOutages,
  selectOverdueDisputes,
  selectUnreached,
  selectWaitingRequests,
} from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const mostAtOnce = 200
/** Requests that are older when first seen, as after an upgrade, are not notified. */
const waitingForMs = 7 * dayMs
/** An unstable receiver is reported once in this time. */
const outageMs = dayMs
/** The pause between probes that a circuit reaches after about a minute. */
const rareProbeMs = minuteMs

/** Queues notifications of what waits or cannot be reached, and closes settled ones. A worker's, for fast requests. */
export async function findNotifications(needs: Needs): Promise<void> {
  const { sql, clock } = needs
  const at = clock()
  const before = (ms: number) => new Date(at.getTime() - ms)
  const waiting = await selectWaitingRequests(sql, before(waitingForMs), mostAtOnce)
  await queueNotification(sql, waiting.flatMap(requestNotifications), at)
  await queueNotification(sql, (await selectUnreached(sql, rareProbeMs, mostAtOnce)).map(webhooksFail), at)
  await queueNotification(sql, (await selectOverdueDisputes(sql, at, mostAtOnce)).map(overdueNotification), at)
  await closeNotifications(needs, await selectDecidedRequests(sql, mostAtOnce))
  await closeNotifications(needs, await selectDecidedBatches(sql, mostAtOnce))
  await closeNotifications(needs, await selectAnsweredDisputes(sql, mostAtOnce))
  const outages = await selectEndedOutages(sql, before(outageMs), mostAtOnce)
  await closeNotifications(
    needs,
    outages.map(outage => ({ ...outage, kind: 'webhooksFail' as const })),
  )
}

const overdueNotification = ({ merchantId, id, askedAmount, answerUntil }: OverdueDispute): QueuedNotification => ({
  merchantId,
  kind: 'operatorDisputeOverdue',
  subject: id,
  details: { disputeId: id, amount: formatAmount(askedAmount), endsAt: answerUntil.toISOString() },
})

function requestNotifications({
  merchantId,
  id,
  amount,
  payee,
  requestedBy,
  asksOperator,
  people,
}: WaitingRequest): QueuedNotification[] {
  const details = { requestId: id, amount: formatAmount(amount), payee, requestedBy }
  const notification = { merchantId, subject: id, details, notTo: people }
  return [
    { ...notification, kind: 'approvalWaits' },
    ...(asksOperator ? [{ ...notification, kind: 'operatorApprovalWaits' as const }] : []),
  ]
}
