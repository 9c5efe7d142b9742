import { formatReais, parseAmount } from '../../platform/brazil/money.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { WorkLog } from '../../platform/db/work-loop.ts'
import { type Language, formatDate, inLanguage } from '../../platform/http/languages.ts'
import { safeText } from '../../platform/lib/log.ts'
import { alarmsAge, openAlarms } from '../../platform/lib/metrics.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { closeNotificationsAbout, queueNotification } from '../../tenancy/notifications/queue-notification.ts'
import type { AlarmWebhook } from './call-webhook.ts'
import type { Finding, MeasureNeeds } from './measures.ts'
import { type AlarmThresholds, type RuleName, alarmRules, ruleNames } from './rules.ts'
import {
  type Alarm,
  endRound,
  insertAlarm,
  insertCall,
  lockAlarm,
  lockLastEnded,
  selectOpen,
  selectRound,
  takeRound,
  updateAlarm,
} from './sql.ts'
import { type AlarmEvent, alarmMove } from './states.ts'
import { alarmWords, fillIn } from './words.ts'

export type Needs = MeasureNeeds & {
  alarmThresholds: AlarmThresholds
  alarmRepeatMs: number
  alarmWebhook: AlarmWebhook | null
  publicUrl: () => string
}

const roundMs = 60_000
/** The first time, and five repeats. */
const mostNotices = 6
const dailyMs = 24 * 60 * 60_000
/** The same cause so soon after the end is the same alarm: what comes and goes wakes people once in a while. */
const returnsWithinMs = 60 * 60_000

/** Measures every rule once a minute, in one process at a time: raises, repeats and ends alarms. Returns 0: no step follows. */
export async function evaluateAlarms(needs: Needs, log?: WorkLog): Promise<number> {
  const now = needs.clock()
  if (await takeRound(needs.sql, now, new Date(now.getTime() + roundMs))) await evaluateRules(needs, log)
  await showAlarms(needs)
  return 0
}

async function evaluateRules(needs: Needs, log?: WorkLog): Promise<void> {
  const open = await selectOpen(needs.sql, ruleNames)
  const unmeasured: RuleName[] = []
  for (const rule of ruleNames)
    try {
      const { measure, setting } = alarmRules[rule]
      const found = await measure(needs, needs.alarmThresholds[setting])
      await compare(
        needs,
        rule,
        found,
        open.filter(alarm => alarm.rule === rule),
      )
    } catch (error) {
      // What cannot be measured now is neither raised nor over; the others are measured.
      unmeasured.push(rule)
      reportIfDefect('background work', undefined)(error)
      log?.error({ work: 'evaluate alarms', fault: `${rule}: ${safeText(error)}` }, 'work')
    }
  await endRound(needs.sql, needs.clock(), unmeasured)
}

async function compare(needs: Needs, rule: RuleName, found: Finding[], open: Alarm[]): Promise<void> {
  for (const finding of found) {
    const known = open.find(({ subject }) => subject === finding.subject)
    await needs.sql.begin(tx =>
      known === undefined ? raise(needs, tx, rule, finding) : goOn(needs, tx, known, finding),
    )
  }
  for (const alarm of open)
    if (found.every(({ subject }) => subject !== alarm.subject)) await needs.sql.begin(tx => end(needs, tx, alarm))
}

async function raise(needs: Needs, tx: Tx, rule: RuleName, finding: Finding): Promise<void> {
  const now = needs.clock()
  const last = await lockLastEnded(tx, rule, finding.subject, new Date(now.getTime() - returnsWithinMs))
  if (last !== undefined) {
    const returned = { ...last, ...unacknowledged, state: alarmMove('return').to, endedAt: null, notices: 0 }
    return repeat(needs, tx, withCause(returned, finding))
  }
  const fresh = { state: alarmMove('raise').to, notices: 0, endedAt: null, ...unacknowledged }
  const alarm = notified({ id: uuidv7(now.getTime()), rule, ...finding, raisedAt: now, ...fresh }, now)
  if (await insertAlarm(tx, alarm)) await announce(needs, tx, alarm, 'AlarmRaised')
}

const unacknowledged = { acknowledgedAt: null, acknowledgedBy: null, note: null }

async function goOn(needs: Needs, tx: Tx, { id }: Alarm, { details, mark }: Finding): Promise<void> {
  const alarm = await lockAlarm(tx, id)
  if (alarm === undefined || alarm.endedAt !== null) return
  if (alarm.state === 'Raised') return repeat(needs, tx, withCause(alarm, { details, mark }))
  if (mark <= alarm.mark) return void (await updateAlarm(tx, { ...alarm, details }))
  const grown = { ...alarm, ...unacknowledged, state: alarmMove('grow').to, details, mark, notices: 0 }
  await notifyAgain(needs, tx, grown)
}

/** Of a cause that has grown, or is back after its end, people are notified as of a new one. */
const withCause = (alarm: Alarm, { details, mark }: Pick<Finding, 'details' | 'mark'>): Alarm => ({
  ...alarm,
  details,
  mark,
  notices: mark > alarm.mark ? 0 : alarm.notices,
})

/** Notifies again where it is time, and not too often: after the last repeat of a critical alarm once a day. */
async function repeat(needs: Needs, tx: Tx, alarm: Alarm): Promise<void> {
  const quietMs = needs.clock().getTime() - (alarm.notifiedAt?.getTime() ?? 0)
  const isDaily = alarmRules[alarm.rule].severity === 'critical' && quietMs >= dailyMs
  if (isDaily || (alarm.notices < mostNotices && quietMs >= needs.alarmRepeatMs)) await notifyAgain(needs, tx, alarm)
  else await updateAlarm(tx, alarm)
}

async function end(needs: Needs, tx: Tx, { id }: Alarm): Promise<void> {
  const alarm = await lockAlarm(tx, id)
  if (alarm === undefined || alarm.endedAt !== null) return
  await closeNotificationsAbout(tx, 'alarmRaised', alarm.id, needs.clock())
  const ended = { ...alarm, state: alarmMove('end').to, endedAt: needs.clock(), isNotified: false }
  await updateAlarm(tx, ended)
  if (alarm.isNotified) await announce(needs, tx, ended, 'AlarmEnded')
}

async function notifyAgain(needs: Needs, tx: Tx, before: Omit<Alarm, 'notifiedAt' | 'isNotified'>): Promise<void> {
  const alarm = notified(before, needs.clock())
  await updateAlarm(tx, alarm)
  await announce(needs, tx, alarm, 'AlarmRepeated')
}

const notified = (alarm: Omit<Alarm, 'notifiedAt' | 'isNotified'>, at: Date): Alarm => ({
  ...alarm,
  isNotified: true,
  notices: alarm.notices + 1,
  notifiedAt: at,
})

/** In one commit with the alarm: the mails and portal notifications of operators, and the call of their webhook. */
async function announce(needs: Needs, tx: Tx, alarm: Alarm, event: AlarmEvent): Promise<void> {
  const at = needs.clock()
  const isEnd = event === 'AlarmEnded'
  const [pt, en] = [sayAlarm(alarm, 'pt'), sayAlarm(alarm, 'en')]
  const words = { titlePt: pt.title, textPt: pt.text, titleEn: en.title, textEn: en.text }
  const kind = isEnd ? 'alarmEnded' : 'alarmRaised'
  const subject = `${alarm.id} ${at.getTime()}`
  await queueNotification(tx, [{ merchantId: platformId, kind, subject, details: { alarmId: alarm.id, ...words } }], at)
  if (needs.alarmWebhook === null) return
  const payload = JSON.stringify({ event, alarm: alarmPayload(alarm, en, needs.publicUrl()) })
  await insertCall(tx, { alarmId: alarm.id, id: uuidv7(at.getTime()), event, payload, createdAt: at })
}

/** Title and text of an alarm, for people. */
function sayAlarm({ rule, details }: Pick<Alarm, 'rule' | 'details'>, language: Language) {
  const say = (of: 'title' | 'text') =>
    fillIn(inLanguage(alarmWords[rule][of], language), details, {
      // None where nothing could be compared.
      money: amount => formatReais(/[1-9]/.test(amount) ? parseAmount(amount) : 0n, language),
      date: at => formatDate(new Date(at), language),
    })
  return { title: say('title'), text: say('text') }
}

const alarmPayload = (alarm: Alarm, { title, text }: { title: string; text: string }, publicUrl: string) => ({
  id: alarm.id,
  rule: alarm.rule,
  severity: alarmRules[alarm.rule].severity,
  state: alarm.state,
  title,
  text,
  details: alarm.details,
  raisedAt: alarm.raisedAt.toISOString(),
  endedAt: alarm.endedAt?.toISOString() ?? null,
  url: `${publicUrl}/portal/operator/alarms/${alarm.id}`,
})

/** Every worker shows all alarms, whichever of them has evaluated the rules. */
async function showAlarms({ sql, clock }: Pick<Needs, 'sql' | 'clock'>): Promise<void> {
  const [open, round] = await Promise.all([selectOpen(sql, ruleNames), selectRound(sql)])
  openAlarms.reset()
  for (const rule of ruleNames)
    for (const acknowledged of [false, true]) {
      const count = open.filter(
        alarm => alarm.rule === rule && (alarm.state === 'Acknowledged') === acknowledged,
      ).length
      openAlarms.set({ rule, severity: alarmRules[rule].severity, acknowledged: acknowledged ? 'yes' : 'no' }, count)
    }
  if (round?.evaluatedAt) alarmsAge.set(Math.max(0, clock().getTime() - round.evaluatedAt.getTime()) / 1000)
}
