import type { Day } from '../../platform/brazil/sao-paulo.ts'
import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { type Age, deleteByAge } from '../../platform/db/delete-by-age.ts'
import type { Bill } from '../bills/bill.ts'
import { type Reminder, type ReminderPlan, lateDays } from './plan.ts'

/** Days are read as text: a driver would make moments of them. */
const planColumns = (sql: Sql | Tx) => sql`
  merchant_id, is_on, days, by_mail, language, hour, words, begins_on::text, next_run_at`

export const selectPlan = async (sql: Sql | Tx, merchantId: string): Promise<ReminderPlan | undefined> => {
  const [plan] = await sql<ReminderPlan[]>`
    select ${planColumns(sql)} from reminder_plans where merchant_id = ${merchantId}`
  return plan
}

export const upsertPlan = (tx: Tx, plan: ReminderPlan) => tx`
  insert into reminder_plans (merchant_id, is_on, days, by_mail, language, hour, words, begins_on, next_run_at)
  select ${plan.merchantId}, is_on, days, by_mail, language, hour, words, begins_on, next_run_at
    from json_populate_recordset(null::reminder_plans, ${rows([plan])}::text::json)
      on conflict (merchant_id) do update
     set is_on = excluded.is_on, days = excluded.days, by_mail = excluded.by_mail, language = excluded.language,
         hour = excluded.hour, words = excluded.words, begins_on = excluded.begins_on, next_run_at = excluded.next_run_at`

/** Plans whose hour has come, of one merchant or of all. */
export const selectDuePlans = (
  sql: Sql,
  { now, merchantId }: { now: Date; merchantId: string | undefined },
  most: number,
) => sql<ReminderPlan[]>`
  select ${planColumns(sql)} from reminder_plans
   where next_run_at <= ${now} ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`}
   order by next_run_at limit ${most}`

/** Unless the plan was set, or another worker was here, meanwhile. */
export const updateNextRun = (sql: Sql, { merchantId, nextRunAt }: ReminderPlan, next: Date) => sql`
  update reminder_plans set next_run_at = ${next} where merchant_id = ${merchantId} and next_run_at = ${nextRunAt}`

/** How far the last day on which a bill is not late can be from its due date. */
const mostDaysOnTime = 10

/**
 * Bills of a merchant that a step of the plan is due for: of several steps the last one, and none after a later one. Bills are
 * not reminded of on the day they were made: the merchant has just sent them.
 */
export const selectDueBills = (
  sql: Sql,
  { merchantId, days, beginsOn }: ReminderPlan,
  { now, today, most }: { now: Date; today: Day; most: number },
) => sql<{ id: string; days: number }[]>`
  select distinct on (b.id) b.id, s.days
    from bills b
    join transactions t on t.merchant_id = b.merchant_id and t.id = b.id
   cross join unnest(${days}::int[]) as s(days)
   where b.merchant_id = ${merchantId} and t.merchant_id = ${merchantId}
     and t.state = 'Registered' and t.expires_at > ${now}
     and b.due_date <= ${today}::date - ${Math.min(...days, 0)}::int
     and b.due_date >= ${today}::date - ${Math.max(...days, 0) + lateDays + mostDaysOnTime}::int
     and case when s.days > 0 then b.on_time_until else b.due_date end + s.days
         between greatest(${today}::date - ${lateDays}::int, ${beginsOn}::date,
                          (t.created_at at time zone 'America/Sao_Paulo')::date + 1)
             and ${today}::date
     and not exists (
       select 1 from bill_reminders r
        where r.merchant_id = ${merchantId} and r.bill_id = b.id and r.due_date = b.due_date and r.days >= s.days)
   order by b.id, s.days desc limit ${most}`

/** Locks an open charge until commit, so that it is neither paid nor cancelled meanwhile; false: it is not open, or is locked. */
export const lockOpen = async (tx: Tx, merchantId: string, id: string, now: Date): Promise<boolean> => {
  const locked = await tx`
    select id from transactions
     where merchant_id = ${merchantId} and id = ${id} and state = 'Registered' and expires_at > ${now}
       for update skip locked`
  return locked.count > 0
}

/** Whether this step of a bill, or a later one, was recorded for its due date. Exact under the lock of its charge. */
export const isRecorded = async (
  tx: Tx,
  { merchantId, id, dueDate }: Pick<Bill, 'merchantId' | 'id' | 'dueDate'>,
  days: number,
): Promise<boolean> => {
  const recorded = await tx`
    select id from bill_reminders
     where merchant_id = ${merchantId} and bill_id = ${id} and due_date = ${dueDate}::date and days >= ${days} limit 1`
  return recorded.count > 0
}

export const insertReminder = (tx: Tx, r: Reminder) => tx`
  insert into bill_reminders (merchant_id, id, bill_id, due_date, days, moment, channels, withheld, mail_id, created_at)
  values (${r.merchantId}, ${r.id}, ${r.billId}, ${r.dueDate}::date, ${r.days}, ${r.moment}, ${r.channels}::text[], ${r.withheld},
          ${r.mailId}, ${r.createdAt})`

export const selectOfBill = (sql: Sql, merchantId: string, billId: string, most: number) => sql<Reminder[]>`
  select merchant_id, id, bill_id, due_date::text, days, moment, channels, withheld, mail_id, created_at
    from bill_reminders where merchant_id = ${merchantId} and bill_id = ${billId}
   order by id desc limit ${most}`

export type ListedReminder = Reminder & { payerName: string | null }

/** Newest first, with the names of their payers. */
export const selectReminders = (
  sql: Sql,
  merchantId: string,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
) => sql<ListedReminder[]>`
  select r.merchant_id, r.id, r.bill_id, r.due_date::text, r.days, r.moment, r.channels, r.withheld, r.mail_id, r.created_at,
         t.counterparty ->> 'name' as payer_name
    from bill_reminders r join transactions t on t.merchant_id = r.merchant_id and t.id = r.bill_id
   where r.merchant_id = ${merchantId} and t.merchant_id = ${merchantId}
     ${beforeId === undefined ? sql`` : sql`and r.id < ${beforeId}`}
   order by r.id desc limit ${limit}`

export type Refusal = { byPayer: boolean; createdAt: Date }

export const selectRefusal = async (
  sql: Sql | Tx,
  merchantId: string,
  taxNumbers: string[],
): Promise<Refusal | undefined> => {
  const [refusal] = await sql<Refusal[]>`
    select by_payer, created_at from reminder_refusals
     where merchant_id = ${merchantId} and tax_number = any(${taxNumbers}::text[]) limit 1`
  return refusal
}

/** The first one stays. */
export const insertRefusal = (tx: Tx, merchantId: string, taxNumber: string, { byPayer, createdAt }: Refusal) => tx`
  insert into reminder_refusals (merchant_id, tax_number, by_payer, created_at)
  values (${merchantId}, ${taxNumber}, ${byPayer}, ${createdAt})
      on conflict (merchant_id, tax_number) do nothing`

export const deleteRefusal = (tx: Tx, merchantId: string, taxNumber: string) => tx`
  delete from reminder_refusals where merchant_id = ${merchantId} and tax_number = ${taxNumber}`

/** Of the reminders of these bills. */
export const selectMailIds = async (tx: Tx, merchantId: string, billIds: string[]): Promise<string[]> => {
  const mails = await tx<{ mailId: string }[]>`
    select mail_id from bill_reminders
     where merchant_id = ${merchantId} and bill_id = any(${billIds}::uuid[]) and mail_id is not null`
  return mails.map(({ mailId }) => mailId)
}

export const deleteOldReminders = (sql: Sql, age: Age) =>
  deleteByAge(
    sql,
    'bill_reminders',
    age,
    (withOld, own) => sql`
      ${withOld}
      delete from bill_reminders r using old
       where r.merchant_id = old.merchant_id and r.id = old.id ${own.tenantFilter('r.merchant_id')}`,
  )
