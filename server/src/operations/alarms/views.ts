import type { AlarmDetail, AlarmItem, RuleView } from './portal-schemas.ts'
import { type AlarmThresholds, alarmRules, ruleNames } from './rules.ts'
import { runbookOf } from './runbooks.ts'
import type { Alarm, AlarmCall } from './sql.ts'

export const alarmItem = (alarm: Alarm): AlarmItem => ({
  id: alarm.id,
  rule: alarm.rule,
  severity: alarmRules[alarm.rule].severity,
  state: alarm.state,
  details: alarm.details,
  raisedAt: alarm.raisedAt.toISOString(),
  endedAt: alarm.endedAt?.toISOString() ?? null,
  acknowledged:
    alarm.acknowledgedAt === null
      ? null
      : { at: alarm.acknowledgedAt.toISOString(), by: alarm.acknowledgedBy ?? '', note: alarm.note ?? '' },
})

export const ruleViews = (thresholds: AlarmThresholds, unmeasured: readonly string[]): RuleView[] =>
  ruleNames.map(rule => {
    const { severity, setting } = alarmRules[rule]
    return { rule, severity, setting, threshold: thresholds[setting], isUnmeasured: unmeasured.includes(rule) }
  })

export function alarmDetail(alarm: Alarm, calls: AlarmCall[], thresholds: AlarmThresholds): AlarmDetail {
  const { path, setting } = alarmRules[alarm.rule]
  return {
    ...alarmItem(alarm),
    path,
    setting,
    threshold: thresholds[setting],
    notices: alarm.notices,
    notifiedAt: alarm.notifiedAt?.toISOString() ?? null,
    runbook: { pt: runbookOf(alarm.rule, 'pt'), en: runbookOf(alarm.rule, 'en') },
    calls: calls.map(({ id, event, createdAt, attempts, sentAt, fault }) => ({
      id,
      event,
      at: createdAt.toISOString(),
      attempts,
      sentAt: sentAt?.toISOString() ?? null,
      fault,
    })),
  }
}
