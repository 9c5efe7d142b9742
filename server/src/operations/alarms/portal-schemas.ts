import { type Static, Type } from 'typebox'
import { PageOf } from '../../platform/http/paging.ts'
import { Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts'
import { alarmRules, ruleNames } from './rules.ts'
import { alarmEvents, alarmStates, severities } from './states.ts'

const settings = [...new Set(ruleNames.map(rule => alarmRules[rule].setting))]

export const AlarmItem = Type.Object({
  id: Type.String(),
  rule: OneOf(ruleNames),
  severity: OneOf(severities),
  state: OneOf(alarmStates),
  /** The values of its title and text, which `alarmWords` has. */
  details: Type.Record(Type.String(), Type.String()),
  raisedAt: Timestamp,
  endedAt: Nullable(Timestamp),
  acknowledged: Type.Union([Type.Object({ at: Timestamp, by: Type.String(), note: Type.String() }), Type.Null()]),
})
export type AlarmItem = Static<typeof AlarmItem>

/** A rule with its threshold now. */
const RuleView = Type.Object({
  rule: OneOf(ruleNames),
  severity: OneOf(severities),
  setting: OneOf(settings),
  threshold: Type.Integer(),
  /** It could not be measured the last time. */
  isUnmeasured: Type.Boolean(),
})
export type RuleView = Static<typeof RuleView>

export const OpenAlarms = Type.Object({
  items: Type.Array(AlarmItem),
  rules: Type.Array(RuleView),
  /** Null: never yet. */
  evaluatedAt: Nullable(Timestamp),
  hasWebhook: Type.Boolean(),
})
export type OpenAlarms = Static<typeof OpenAlarms>

export const AlarmCount = Type.Object({ raised: Type.Integer() })
export type AlarmCount = Static<typeof AlarmCount>

export const EndedAlarms = PageOf(AlarmItem)

const RunbookView = Type.Object({ meaning: Type.String(), steps: Type.Array(Type.String()) })

export const AlarmDetail = Type.Object({
  ...AlarmItem.properties,
  /** The screen where one looks first. */
  path: Type.String(),
  setting: OneOf(settings),
  threshold: Type.Integer(),
  notices: Type.Integer(),
  notifiedAt: Nullable(Timestamp),
  runbook: Type.Object({ pt: RunbookView, en: RunbookView }),
  /** Calls of the operators' webhook. */
  calls: Type.Array(
    Type.Object({
      id: Type.String(),
      event: OneOf(alarmEvents),
      at: Timestamp,
      attempts: Type.Integer(),
      sentAt: Nullable(Timestamp),
      fault: Nullable(Type.String()),
    }),
  ),
})
export type AlarmDetail = Static<typeof AlarmDetail>

export const AlarmParams = Type.Object({ alarmId: Type.String() })

export const AcknowledgeForm = Type.Object({ note: Text(500, { minLength: 3 }) })
export type AcknowledgeForm = Static<typeof AcknowledgeForm>
