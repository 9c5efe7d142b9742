import type { Sql, Tx } from '../../platform/db/db.ts'
import type { RuleName } from './rules.ts'
import type { AlarmEvent, AlarmState } from './states.ts'

/** A row of `alarms`. */
export type Alarm = {
  id: string
  rule: RuleName
  subject: string
  state: AlarmState
  details: Record<string, string>
  mark: string
  raisedAt: Date
  notices: number
  notifiedAt: Date | null
  isNotified: boolean
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  note: string | null
  endedAt: Date | null
}

/** Takes the next round, if it is due: of several processes one gets it. */
export const takeRound = async (sql: Sql, now: Date, nextAt: Date): Promise<boolean> => {
  const taken = await sql`
    insert into alarm_rounds (one, next_at) values (true, ${nextAt})
        on conflict (one) do update set next_at = excluded.next_at where alarm_rounds.next_at <= ${now}
    returning one`
  return taken.count === 1
}

export const endRound = (sql: Sql, at: Date, unmeasured: string[]) => sql`
  update alarm_rounds set evaluated_at = ${at}, unmeasured = ${unmeasured}`

export type Round = { evaluatedAt: Date | null; unmeasured: string[] }

export const selectRound = async (sql: Sql): Promise<Round | undefined> => {
  const [round] = await sql<Round[]>`select evaluated_at, unmeasured from alarm_rounds`
  return round
}

/** Only rules that this release knows: during a rollout a newer one may have raised others. */
export const selectOpen = (sql: Sql, rules: readonly RuleName[]) => sql<Alarm[]>`
  select * from alarms where ended_at is null and rule = any(${[...rules]}) order by id`

export const selectEnded = (sql: Sql, rules: readonly RuleName[], before: string | undefined, limit: number) => sql<
  Alarm[]
>`
  select * from alarms where ended_at is not null and rule = any(${[...rules]})
     ${before === undefined ? sql`` : sql`and id < ${before}`}
   order by id desc limit ${limit}`

export const selectAlarm = async (sql: Sql, id: string): Promise<Alarm | undefined> => {
  const [alarm] = await sql<Alarm[]>`select * from alarms where id = ${id}`
  return alarm
}

/** Locks it until commit: of an acknowledgement and an evaluation at once, the second sees the first. */
export const lockAlarm = async (tx: Tx, id: string): Promise<Alarm | undefined> => {
  const [alarm] = await tx<Alarm[]>`select * from alarms where id = ${id} for update`
  return alarm
}

/** The last one of the same cause that has ended since a time. */
export const lockLastEnded = async (tx: Tx, rule: RuleName, subject: string, since: Date) => {
  const [alarm] = await tx<Alarm[]>`
    select * from alarms where rule = ${rule} and subject = ${subject} and ended_at > ${since}
     order by ended_at desc limit 1 for update`
  return alarm
}

/** False: another process has raised the same. */
export const insertAlarm = async (
  tx: Tx,
  { id, rule, subject, state, details, mark, raisedAt, notices, notifiedAt, isNotified }: Alarm,
): Promise<boolean> => {
  const inserted = await tx`
    insert into alarms (id, rule, subject, state, details, mark, raised_at, notices, notified_at, is_notified)
    values (${id}, ${rule}, ${subject}, ${state}, ${JSON.stringify(details)}::text::jsonb, ${mark}, ${raisedAt},
            ${notices}, ${notifiedAt}, ${isNotified})
        on conflict (rule, subject) where ended_at is null do nothing`
  return inserted.count === 1
}

/** Writes the columns that can change. */
export const updateAlarm = (tx: Tx, alarm: Alarm) => tx`
  update alarms
     set state = ${alarm.state}, details = ${JSON.stringify(alarm.details)}::text::jsonb, mark = ${alarm.mark},
         notices = ${alarm.notices}, notified_at = ${alarm.notifiedAt}, is_notified = ${alarm.isNotified},
         acknowledged_at = ${alarm.acknowledgedAt}, acknowledged_by = ${alarm.acknowledgedBy}, note = ${alarm.note},
         ended_at = ${alarm.endedAt}
   where id = ${alarm.id}`

/** A row of `alarm_calls`. */
export type AlarmCall = {
  alarmId: string
  id: string
  event: AlarmEvent
  payload: string
  createdAt: Date
  attempts: number
  sentAt: Date | null
  fault: string | null
}

export const insertCall = (
  tx: Tx,
  { alarmId, id, event, payload, createdAt }: Omit<AlarmCall, 'attempts' | 'sentAt' | 'fault'>,
) => tx`
  insert into alarm_calls (alarm_id, id, event, payload, created_at, next_attempt_at)
  values (${alarmId}, ${id}, ${event}, ${payload}, ${createdAt}, ${createdAt})`

/** In the order in which they were written: the end of an alarm is reported after its begin. */
export const claimCalls = (sql: Sql, now: Date, leaseUntil: Date, most: number) => sql<AlarmCall[]>`
  with due as (
    select alarm_id, id from alarm_calls where next_attempt_at <= ${now} order by id limit ${most} for update skip locked)
  update alarm_calls c set next_attempt_at = ${leaseUntil}, attempts = c.attempts + 1 from due
   where c.alarm_id = due.alarm_id and c.id = due.id
  returning c.*`

type Outcome = { nextAttemptAt: Date | null; sentAt: Date | null; fault: string | null }

/** Changes nothing where another process has claimed it since. */
export const planCall = (
  sql: Sql,
  { alarmId, id, attempts }: AlarmCall,
  { nextAttemptAt, sentAt, fault }: Outcome,
) => sql`
  update alarm_calls set next_attempt_at = ${nextAttemptAt}, sent_at = ${sentAt}, fault = ${fault}
   where alarm_id = ${alarmId} and id = ${id} and attempts = ${attempts}`

export const selectCalls = (sql: Sql, alarmId: string) => sql<AlarmCall[]>`
  select * from alarm_calls where alarm_id = ${alarmId} order by id`

export const deleteOldAlarms = (sql: Sql, before: Date, most: number) => sql`
  delete from alarms where id in (
    select id from alarms where ended_at < ${before} order by ended_at limit ${most} for update skip locked)`
