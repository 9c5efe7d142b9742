import type { Sql } from '../../platform/db/db.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import type { WebhookEvent } from './event.ts'
import type { LaneId } from './lane-id.ts'
import { few, from, the, to } from './stages.ts'
import type { Stage } from './states.ts'

/**
 * The lanes that have events, in order, from one lane on: one index look-up for each, whatever the number of events.
 * `isDue` says whether the first of its events is.
 */
export const selectLanes = (sql: Sql, now: Date, after: LaneId, most: number) => sql<(LaneId & { isDue: boolean })[]>`
  ${sql.database.isDistributed ? counted(sql, after, most) : walked(sql, after, most)}
  select merchant_id, lane, next_attempt_at <= ${now} as is_due from walk`

const walked = (sql: Sql, after: LaneId, most: number) => sql`
  with recursive walk as (
    (select merchant_id, lane, next_attempt_at, 1 as count from webhook_events
      where next_attempt_at is not null and (merchant_id, lane) > (${after.merchantId}, ${after.lane})
      order by merchant_id, lane, next_attempt_at limit 1)
    union all
    select n.* from walk w cross join lateral (
      select e.merchant_id, e.lane, e.next_attempt_at, w.count + 1 from webhook_events e
       where e.next_attempt_at is not null and (e.merchant_id, e.lane) > (w.merchant_id, w.lane)
       order by e.merchant_id, e.lane, e.next_attempt_at limit 1) n
     where w.count < ${most})`

/** Nodes cannot take turns in walking: each looks through the events that are not finished. */
const counted = (sql: Sql, after: LaneId, most: number) => sql`
  with walk as (
    select merchant_id, lane, min(next_attempt_at) as next_attempt_at from webhook_events
     where next_attempt_at is not null and (merchant_id, lane) > (${after.merchantId}, ${after.lane})
     group by merchant_id, lane order by merchant_id, lane limit ${most})`

export type ClaimedEvent = WebhookEvent & { stage: Stage; step: number; leasedUntil: Date; isUntried: boolean }

/**
 * Leases due events, up to each lane's room. The order of a transaction is kept here: an event behind an unfinished one
 * waits, one whose newer state has been delivered is finished unsent, and one that was resent lets a newer one that is
 * being sent end first.
 */
export const claimEvents = (sql: Sql, wanted: (LaneId & { room: number })[], now: Date, leaseUntil: Date) =>
  perMerchant(
    sql,
    wanted,
    (some, own, by) => by<ClaimedEvent[]>`
      with due as materialized (
        select e.* from json_to_recordset(${few(some)}::text::json) as w(
          merchant_id uuid, lane text, room integer, one integer)
         cross join lateral (
           select merchant_id, id, transaction_id, position, followed from webhook_events
            where merchant_id = w.merchant_id and lane = w.lane and next_attempt_at <= ${now} ${own.tenantFilter('merchant_id')}
            order by next_attempt_at limit w.room
              for update skip locked) e
         where w.one = 1),
      judged as materialized (
        select due.merchant_id, due.id, s.*, greatest(s.behind, ${now}) + interval '1 second' as after_behind, 1 as one
          from due
          left join lateral (
            select max(next_attempt_at) filter (where position < due.position
                                                  and stage <> ${the(by, 'Finished')}) as behind,
                   max(next_attempt_at) filter (where position > due.position and stage = ${the(by, 'Sending')}
                                                  and next_attempt_at > ${now}) as being_sent,
                   bool_or(position > due.position and accepted) as is_superseded
              from webhook_events
             where transaction_id = due.transaction_id and merchant_id is not distinct from due.merchant_id
               and position <> due.position and (due.position > 1 or due.followed) ${own.tenantFilter('merchant_id')}
            ) s on true)
      update webhook_events e
         set stage = case when j.is_superseded then ${to(by, 'superseded')}
                          when coalesce(j.behind, j.being_sent) is not null then ${to(by, 'outOfTurn')}
                          else ${to(by, 'claimed')} end,
             next_attempt_at = case when j.is_superseded then null
                                    when j.behind is not null then j.after_behind
                                    when j.being_sent is not null then j.being_sent
                                    else ${leaseUntil}::timestamptz end
        from judged j
       where e.merchant_id = j.merchant_id and e.id = j.id and j.one = 1 and e.stage in ${from(by, 'claimed')}
         ${own.tenantFilter('e.merchant_id')}
      returning e.merchant_id, e.id, e.transaction_id, e.position, e.payload, e.url, e.lane, e.header_name,
                e.header_value, e.created_at, e.stage, e.step, e.next_attempt_at as leased_until,
                e.attempts = 0 and e.last_answer is null as is_untried`,
  )
