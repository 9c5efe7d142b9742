import type { Sql, Tx } from '../db/db.ts'
import type { MailKind } from '../lib/mail.ts'

export type WaitingMail = { id: string; sealed: string; attempts: number }

/** `isKnownAddress` false writes nothing, after the same work. */
export const insertMail = (
  sql: Sql | Tx,
  { id, sealed, createdAt, leaseUntil }: { id: string; sealed: string; createdAt: Date; leaseUntil: Date },
  isKnownAddress: boolean,
) => sql`
  insert into mails (id, sealed, attempts, next_attempt_at, created_at)
  select ${id}::uuid, ${sealed}::text, 1, ${leaseUntil}, ${createdAt} where ${isKnownAddress}`

export const claimMails = (sql: Sql, now: Date, leaseUntil: Date, most: number) => sql<WaitingMail[]>`
  with due as (
    select id from mails where next_attempt_at <= ${now} order by next_attempt_at limit ${most} for update skip locked)
  update mails m set next_attempt_at = ${leaseUntil}, attempts = m.attempts + 1 from due where m.id = due.id
  returning m.id, m.sealed, m.attempts`

/** Deletes the text of the mail: a link in it would still work. */
export const finishMail = (
  sql: Sql,
  { id, attempts }: Pick<WaitingMail, 'id' | 'attempts'>,
  sentAt: Date | null,
) => sql`
  update mails set sealed = null, next_attempt_at = null, sent_at = ${sentAt} where id = ${id} and attempts = ${attempts}`

export const giveUpMail = (
  sql: Sql,
  { id, attempts }: Pick<WaitingMail, 'id' | 'attempts'>,
  { kind, maskedTo, personId, fault }: Omit<UnsentMail, 'address' | 'count' | 'at'> & { maskedTo: string },
) => sql`
  update mails
     set sealed = null, next_attempt_at = null, sent_at = null, kind = ${kind}, masked_to = ${maskedTo},
         person_id = ${personId}, fault = ${fault}
   where id = ${id} and attempts = ${attempts}`

/** Nobody needs it any more. */
export const withdrawMail = (sql: Sql, { id, attempts }: Pick<WaitingMail, 'id' | 'attempts'>, kind: MailKind) => sql`
  update mails set sealed = null, next_attempt_at = null, kind = ${kind}, fault = ${withdrawn}
   where id = ${id} and attempts = ${attempts}`

const withdrawn = 'Withdrawn'

/** Given up: refused, or failed for hours. */
const isUnsent = (sql: Sql) => sql`next_attempt_at is null and sent_at is null and fault is distinct from ${withdrawn}`

export const selectPersonId = async (sql: Sql, email: string): Promise<string | null> => {
  const [person] = await sql<{ id: string }[]>`select id from people where email = ${email}`
  return person?.id ?? null
}

export const mailOutcomes = ['Waiting', 'Sent', 'Failed', 'Withdrawn'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

export const selectOutcomes = (sql: Sql, ids: string[]) => sql<{ id: string; outcome: MailOutcome }[]>`
  select id, case when sent_at is not null then 'Sent' when next_attempt_at is not null then 'Waiting'
                  when fault = ${withdrawn} then 'Withdrawn' else 'Failed' end as outcome
    from mails where id = any(${ids}::uuid[])`

/** Mails to one address that were given up, of one kind. */
export type UnsentMail = {
  address: string
  kind: MailKind
  personId: string | null
  fault: string
  count: number
  at: Date
}

/** The newest first, with why the last of them did not go. */
export const selectUnsent = (sql: Sql, since: Date, most: number) => sql<UnsentMail[]>`
  select masked_to as address, kind, person_id, (array_agg(fault order by id desc))[1] as fault, count(*)::int,
         max(created_at) as at
    from mails
   where created_at > ${since} and ${isUnsent(sql)} and masked_to is not null
   group by masked_to, kind, person_id order by at desc limit ${most}`

export const planMail = (sql: Sql, { id, attempts }: Pick<WaitingMail, 'id' | 'attempts'>, nextAttemptAt: Date) => sql`
  update mails set next_attempt_at = ${nextAttemptAt} where id = ${id} and attempts = ${attempts}`

/** Counted no further than `most`. */
export const countUnsent = async (sql: Sql, since: Date, most: number): Promise<number> => {
  const [row] = await sql<{ unsent: number }[]>`
    select count(*)::int as unsent from (
      select 1 from mails where created_at > ${since} and ${isUnsent(sql)} limit ${most}) m`
  return row?.unsent ?? 0
}

export const selectLastMails = async (sql: Sql, since: Date) => {
  const [last] = await sql<{ lastSentAt: Date | null; lastUnsentAt: Date | null }[]>`
    select max(sent_at) as last_sent_at,
           max(created_at) filter (where ${isUnsent(sql)}) as last_unsent_at
      from mails where created_at > ${since}`
  return last ?? { lastSentAt: null, lastUnsentAt: null }
}

/** When the mail was written that waits longest; null: none waits. */
export const selectWaitingSince = async (sql: Sql): Promise<Date | null> => {
  const [row] = await sql<{ since: Date | null }[]>`
    select min(created_at) as since from mails where next_attempt_at is not null`
  return row?.since ?? null
}

export const deleteOldMails = (sql: Sql, before: Date, most: number) => sql`
  delete from mails where id in (
    select id from mails where created_at < ${before} and next_attempt_at is null
     order by created_at limit ${most} for update skip locked)`

/** Of mails that were given up: those that wait are still sent, and lose their text then. */
export const deleteMailsOf = (tx: Tx, personIds: string[]) => tx`
  delete from mails where person_id = any(${personIds}::uuid[]) and next_attempt_at is null`

export const deleteMails = (tx: Tx, ids: string[]) => tx`delete from mails where id = any(${ids}::uuid[])`

export const selectSealedMails = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select id, sealed from mails where id > ${after} and sealed is not null order by id limit ${most}`

export const updateSealedMail = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) => sql`
  update mails set sealed = ${sealed} where id = ${id} and sealed = ${before}`
