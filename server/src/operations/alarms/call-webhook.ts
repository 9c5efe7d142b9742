import { type Dispatcher, request } from 'undici'
import type { Sql } from '../../platform/db/db.ts'
import { isDefect } from '../../platform/db/defects.ts'
import { safeText } from '../../platform/lib/log.ts'
import { alarmCalls } from '../../platform/lib/metrics.ts'
import { keyOfSecret, signatureOf } from '../../money/webhooks/sign.ts'
import { type AlarmCall, claimCalls, planCall } from './sql.ts'

/** Where alarms are sent. Operators choose it, so that it may be inside their own network. */
export type AlarmWebhook = { url: string; secret: string }

const secondMs = 1_000
const minuteMs = 60 * secondMs
const callMs = 10 * secondMs
const leaseMs = minuteMs
const mostAtOnce = 20
/** After each failed attempt; then the call is given up. About three hours in all. */
const pausesMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 45 * minuteMs, 120 * minuteMs] as const

type Needs = { sql: Sql; clock: () => Date; alarmWebhook: AlarmWebhook | null; isCopy: boolean }

/** Calls the operators' webhook for what is due. Returns how many calls it made. */
export async function callAlarmWebhook(needs: Needs): Promise<number> {
  const { sql, clock, alarmWebhook } = needs
  if (alarmWebhook === null || needs.isCopy) return 0
  const now = clock()
  const due = await claimCalls(sql, now, new Date(now.getTime() + leaseMs), mostAtOnce)
  for (const call of due) {
    const fault = await attempt(alarmWebhook, call, clock())
    const pauseMs = pausesMs[call.attempts - 1]
    const isOver = fault === null || pauseMs === undefined
    alarmCalls.inc({ outcome: fault === null ? 'sent' : isOver ? 'given up' : 'failed' })
    await planCall(sql, call, {
      nextAttemptAt: isOver ? null : new Date(clock().getTime() + pauseMs),
      sentAt: fault === null ? clock() : null,
      fault,
    })
  }
  return due.length
}

/** Null: the receiver has accepted it. */
async function attempt({ url, secret }: AlarmWebhook, call: AlarmCall, at: Date): Promise<string | null> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Trilho-Alarms/1',
    ...signatureOf([keyOfSecret(secret)], call, at),
  }
  try {
    const answer: Dispatcher.ResponseData = await request(url, {
      method: 'POST',
      headers,
      body: call.payload,
      signal: AbortSignal.timeout(callMs),
    })
    await answer.body.dump()
    return answer.statusCode >= 200 && answer.statusCode < 300 ? null : `HTTP ${answer.statusCode}`
  } catch (error) {
    if (isDefect(error)) throw error
    return safeText((error as { code?: string }).code ?? error).slice(0, 200)
  }
}
