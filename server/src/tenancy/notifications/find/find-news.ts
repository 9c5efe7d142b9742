import { formatAmount } from '../../../platform/brazil/money.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { endNews } from '../end-news.ts'
import { type News, queueNotification } from '../queue-notification.ts'
import { webhooksFail } from '../webhooks-fail.ts'
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
/** What has waited for longer when it is first looked at, as after an upgrade, is no news. */
const waitingForMs = 7 * dayMs
/** A receiver that comes and goes is told of once in this time. */
const outageMs = dayMs
/** The pause between probes that a circuit reaches after a good minute. */
const rareProbeMs = minuteMs

/** Makes news of what waits or is out of reach, and ends what is over. Whoever writes these things pays nothing for it. */
export async function findNews(needs: Needs): Promise<void> {
  const { sql, clock } = needs
  const at = clock()
  const before = (ms: number) => new Date(at.getTime() - ms)
  const waiting = await selectWaitingRequests(sql, before(waitingForMs), mostAtOnce)
  await queueNotification(sql, waiting.flatMap(newsOfRequest), at)
  await queueNotification(sql, (await selectUnreached(sql, rareProbeMs, mostAtOnce)).map(webhooksFail), at)
  await queueNotification(sql, (await selectOverdueDisputes(sql, at, mostAtOnce)).map(newsOfOverdue), at)
  await endNews(needs, await selectDecidedRequests(sql, mostAtOnce))
  await endNews(needs, await selectDecidedBatches(sql, mostAtOnce))
  await endNews(needs, await selectAnsweredDisputes(sql, mostAtOnce))
  const outages = await selectEndedOutages(sql, before(outageMs), mostAtOnce)
  await endNews(
    needs,
    outages.map(outage => ({ ...outage, kind: 'webhooksFail' as const })),
  )
}

const newsOfOverdue = ({ merchantId, id, askedAmount, answerUntil }: OverdueDispute): News => ({
  merchantId,
  kind: 'operatorDisputeOverdue',
  subject: id,
  details: { disputeId: id, amount: formatAmount(askedAmount), endsAt: answerUntil.toISOString() },
})

function newsOfRequest({ merchantId, id, amount, payee, askedBy, asksOperator, people }: WaitingRequest): News[] {
  const details = { requestId: id, amount: formatAmount(amount), payee, askedBy }
  const news = { merchantId, subject: id, details, notTo: people }
  return [
    { ...news, kind: 'approvalWaits' },
    ...(asksOperator ? [{ ...news, kind: 'operatorApprovalWaits' as const }] : []),
  ]
}
