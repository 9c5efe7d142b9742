import { type Sql, type Tx, rows } from '../lib/db.ts'

export const insertEvents = (tx: Tx, events: object[]) => tx`
  insert into webhook_events select * from json_populate_recordset(null::webhook_events, ${rows(events)}::text::json)`

export type AttemptRecord = {
  merchantId: string
  id: string
  status: 'Failed' | 'Success'
  lastAttemptAt: Date
  lastAnswer: string
}

/** A delivered event is finished; a failed one stays due for the next attempt. */
export const recordAttempts = (sql: Sql, attempts: AttemptRecord[]) => sql`
  update webhook_events e
     set status = n.status, attempts = e.attempts + 1, last_attempt_at = n.last_attempt_at, last_answer = n.last_answer,
         next_attempt_at = case when n.status = 'Failed' then e.next_attempt_at end
    from json_populate_recordset(null::webhook_events, ${rows(attempts)}::text::json) n
   where e.merchant_id = n.merchant_id and e.id = n.id`
