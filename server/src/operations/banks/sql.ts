import type { Sql } from '../../platform/db/db.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'

/** A row of `bank_notices`. */
export type BankNotice = { connectionId: string; id: string; body: string; receivedAt: Date; attempts: number }

export const insertNotice = (sql: Sql, { connectionId, id, body, receivedAt }: BankNotice) => sql`
  insert into bank_notices (connection_id, id, body, received_at, next_step_at)
  values (${connectionId}, ${id}, ${body}, ${receivedAt}, ${receivedAt})`

/** Leases due notices, each to one worker. Those of a paused bank wait: it is not called. */
export const claimNotices = (sql: Sql, now: Date, leaseUntil: Date, most: number) => sql<BankNotice[]>`
  with due as (
    select connection_id, id from bank_notices
     where next_step_at <= ${now}
       and connection_id not in (select c.id from bank_connections c where c.paused_at is not null)
     order by next_step_at limit ${most}
       for update skip locked)
  update bank_notices n set next_step_at = ${leaseUntil}, attempts = n.attempts + 1 from due
   where n.connection_id = due.connection_id and n.id = due.id
  returning n.*`

/** Null: done, or given up. */
export const planNotice = (sql: Sql, { connectionId, id, attempts }: BankNotice, nextStepAt: Date | null) => sql`
  update bank_notices set next_step_at = ${nextStepAt}
   where connection_id = ${connectionId} and id = ${id} and attempts = ${attempts}`

/** Deletes notices from before a time that nothing is planned for any more. Ids contain the time. */
export const deleteOldNotices = (sql: Sql, before: Date, most: number) => sql`
  with old as materialized (
    select n.connection_id, n.id from bank_connections c cross join lateral (
      select connection_id, id from bank_notices
       where connection_id = c.id and id < ${firstUuidOf(before.getTime())} and next_step_at is null
       order by id limit ${most}
         for update skip locked) n
     limit ${most})
  delete from bank_notices n using old where n.connection_id = old.connection_id and n.id = old.id`
