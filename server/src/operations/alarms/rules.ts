import type { Severity } from './states.ts'
import { type Measure, measures } from './measures.ts'

type Rule = {
  severity: Severity
  /** The setting with its threshold, in `config.ts`. */
  setting: string
  /** The screen of the portal where one looks first. */
  path: string
  measure: Measure
}

/** Every rule of alarms: what is measured, the threshold, how urgent it is. What to do is its part of docs/runbooks. */
// biome-ignore format: a table is read in columns
export const alarmRules = {
  exceptionsOld:   { severity: 'warning',  setting: 'ALARM_EXCEPTION_HOURS',  path: '/operator/exceptions', measure: measures.exceptionsOld },
  exceptionsLarge: { severity: 'critical', setting: 'ALARM_EXCEPTION_AMOUNT', path: '/operator/exceptions', measure: measures.exceptionsLarge },
  sweepStalled:    { severity: 'critical', setting: 'SWEEP_ALARM_MINUTES',    path: '/operator/banks',      measure: measures.sweepStalled },
  bankDown:        { severity: 'critical', setting: 'ALARM_BANK_MINUTES',     path: '/operator/banks',      measure: measures.bankDown },
  certificateEnds: { severity: 'warning',  setting: 'ALARM_CERTIFICATE_DAYS', path: '/operator/banks',      measure: measures.certificateEnds },
  disputeEndsSoon: { severity: 'warning',  setting: 'ALARM_DISPUTE_HOURS',    path: '/operator/disputes',   measure: measures.disputeEndsSoon },
  contestWaits:    { severity: 'warning',  setting: 'ALARM_CONTEST_DAYS',     path: '/operator/disputes',   measure: measures.contestWaits },
  booksWrong:      { severity: 'critical', setting: 'ALARM_BOOKS_HOURS',      path: '/operator',            measure: measures.booksWrong },
  dataDamaged:     { severity: 'critical', setting: 'ALARM_DAMAGE_HOURS',     path: '/operator',            measure: measures.dataDamaged },
  balanceGap:      { severity: 'critical', setting: 'ALARM_BALANCE_HOURS',    path: '/operator/banks',      measure: measures.balanceGap },
  ordersWaiting:   { severity: 'critical', setting: 'ALARM_ORDERS_MINUTES',   path: '/operator',            measure: measures.ordersWaiting },
  webhooksWaiting: { severity: 'warning',  setting: 'ALARM_WEBHOOKS_WAITING', path: '/operator',            measure: measures.webhooksWaiting },
  mailsWaiting:    { severity: 'warning',  setting: 'ALARM_MAILS_MINUTES',    path: '/operator',            measure: measures.mailsWaiting },
  mailsUnsent:     { severity: 'warning',  setting: 'ALARM_MAILS_UNSENT',     path: '/operator',            measure: measures.mailsUnsent },
  clockDrift:      { severity: 'critical', setting: 'ALARM_CLOCK_SECONDS',    path: '/operator',            measure: measures.clockDrift },
  fewOperators:    { severity: 'warning',  setting: 'ALARM_OPERATORS',        path: '/operator/people',     measure: measures.fewOperators },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof alarmRules
export const ruleNames = Object.keys(alarmRules) as RuleName[]

export type AlarmThresholds = Record<(typeof alarmRules)[RuleName]['setting'], number>
