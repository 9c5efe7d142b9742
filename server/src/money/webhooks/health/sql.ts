import type { Sql } from '../../../platform/db/db.ts'
import { sendErrors } from '../words.ts'

export type CountOfMerchant = { merchantId: string; merchantName: string; count: number }

/** The number of unfinished events. Counting stops at `most`, so that it stays cheap. */
export const countUnfinished = async (sql: Sql, most: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from (
      select 1 from webhook_events where next_attempt_at is not null
       order by merchant_id, lane, next_attempt_at limit ${most}) unfinished`
  return row?.count ?? 0
}

/** The results of attempts since a time. Counting stops at `most`, so that it stays cheap. */
export const countAttempts = async (sql: Sql, since: Date, most: number) => {
  const [row] = await sql<{ made: number; accepted: number; defects: number }[]>`
    select count(*)::int as made, count(*) filter (where http_status between 200 and 299)::int as accepted,
           count(*) filter (where error = ${sendErrors.defect[1]})::int as defects
      from (select http_status, error from webhook_attempts where at >= ${since} limit ${most}) attempts`
  return row ?? { made: 0, accepted: 0, defects: 0 }
}

/** Merchants with waiting events, those with the most first, among the events that are counted. */
export const selectWhoWaits = (sql: Sql, most: number, first: number) => sql<CountOfMerchant[]>`
  with waiting as materialized (
    select merchant_id, count(*)::int as count from (
      select merchant_id from webhook_events where next_attempt_at is not null
       order by merchant_id, lane, next_attempt_at limit ${most}) unfinished
     group by 1 order by 2 desc, 1 limit ${first})
  select w.*, m.name as merchant_name from waiting w join merchants m on m.id = w.merchant_id order by w.count desc, m.name`

export const selectWhoRefuses = (sql: Sql, since: Date, most: number, first: number) => sql<CountOfMerchant[]>`
  with refusing as materialized (
    select merchant_id, count(*)::int as count from (
      select merchant_id, http_status from webhook_attempts where at >= ${since} limit ${most}) attempts
     where http_status is null or http_status not between 200 and 299
     group by 1 order by 2 desc, 1 limit ${first})
  select r.*, m.name as merchant_name from refusing r join merchants m on m.id = r.merchant_id order by r.count desc, m.name`

export type SilentReceiver = { merchantId: string; merchantName: string; host: string; error: string | null }

/** Receivers with an open circuit, by host: one of its lanes is enough. */
export const selectSilent = (sql: Sql, most: number) => sql<SilentReceiver[]>`
  with silent as materialized (
    select merchant_id, split_part(lane, ' ', 1) as host, max(error) as error from webhook_circuits
     where open_until is not null group by 1, 2 order by 1, 2 limit ${most})
  select s.*, m.name as merchant_name from silent s join merchants m on m.id = s.merchant_id order by m.name, s.host`
