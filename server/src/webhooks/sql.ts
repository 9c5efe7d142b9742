import { type Sql, type Tx, rows } from '../db/db.ts'
import { channel } from './channel.ts'
import type { NewEvent, WebhookEvent } from './event.ts'
import { firstUuidOf } from '../lib/uuid.ts'
import type { LaneId } from './lanes.ts'
import { from, the, to } from './stages.ts'
import type { DeliveryStatus, Stage } from './states.ts'

// Rows of webhook_events are locked in one order everywhere, (merchant_id, transaction_id, position), or skipped where
// they are locked: so nobody waits for anybody in a circle. The events of a transaction are found by `transaction_id =`
// and `merchant_id is not distinct from`: the latter keeps the planner, while it knows nothing of a new table, from
// walking through all events of the merchant instead.

/**
 * Many rows as one parameter of which the planner expects one, by `where one = 1`: it then looks each up by its key, even
 * where it knows nothing yet of a table that was empty a moment ago.
 */
const few = (items: readonly object[]) => rows(items, { one: 1 })

type EventRow = NewEvent & { lane: string; stage: Stage; followed: boolean; nextAttemptAt: Date }

/**
 * An event waits when an earlier one of its transaction is not finished. Those rows are locked, so that an earlier one
 * that is being finished this moment either is seen finished or learns that it is followed.
 */
export const insertEvents = (tx: Tx, events: EventRow[]) => tx<{ id: string; stage: Stage }[]>`
  with new as materialized (
    select * from json_populate_recordset(null::webhook_events, ${rows(events)}::text::json)),
  later as materialized (
    select distinct merchant_id, transaction_id from new where position > 1 order by merchant_id, transaction_id),
  earlier as materialized (
    select e.*, 1 as one from later cross join lateral (
      select merchant_id, id, transaction_id, stage from webhook_events
       where transaction_id = later.transaction_id and merchant_id is not distinct from later.merchant_id
       order by position
         for update) e),
  told as (
    update webhook_events e set followed = true from earlier
     where e.merchant_id = earlier.merchant_id and e.id = earlier.id and earlier.stage <> ${the(tx, 'Finished')}
       and earlier.one = 1)
  insert into webhook_events (merchant_id, id, transaction_id, position, payload, url, lane, header_name, header_value,
                              status, stage, followed, next_attempt_at, created_at)
  select merchant_id, id, transaction_id, position, payload, url, lane, header_name, header_value,
         ${the(tx, 'Pending')},
         case when exists (select from earlier e
                            where e.merchant_id = n.merchant_id and e.transaction_id = n.transaction_id
                              and e.stage <> ${the(tx, 'Finished')}) then ${to(tx, 'queued')} else n.stage end,
         followed, next_attempt_at, created_at
    from new n
  returning id, stage`

/**
 * The lanes that have events, in order, from one lane on: one index look-up for each, whatever the number of events.
 * `isDue` says whether the first of its events is.
 */
export const selectLanes = (sql: Sql, now: Date, after: LaneId, most: number) => sql<(LaneId & { isDue: boolean })[]>`
  with recursive walk as (
    (select merchant_id, lane, next_attempt_at, 1 as count from webhook_events
      where next_attempt_at is not null and (merchant_id, lane) > (${after.merchantId}, ${after.lane})
      order by merchant_id, lane, next_attempt_at limit 1)
    union all
    select n.* from walk w cross join lateral (
      select e.merchant_id, e.lane, e.next_attempt_at, w.count + 1 from webhook_events e
       where e.next_attempt_at is not null and (e.merchant_id, e.lane) > (w.merchant_id, w.lane)
       order by e.merchant_id, e.lane, e.next_attempt_at limit 1) n
     where w.count < ${most})
  select merchant_id, lane, next_attempt_at <= ${now} as is_due from walk`

export type ClaimedEvent = WebhookEvent & { stage: Stage; step: number; leasedUntil: Date }

/**
 * Leases due events, up to each lane's room. The order of a transaction is kept here: an event behind an unfinished one
 * waits, one whose newer state has been delivered is finished unsent, and one that was resent lets a newer one that is
 * being sent end first.
 */
export const claimEvents = (sql: Sql, wanted: (LaneId & { room: number })[], now: Date, leaseUntil: Date) =>
  sql<ClaimedEvent[]>`
    with due as materialized (
      select e.* from json_to_recordset(${few(wanted)}::text::json) as w(
        merchant_id uuid, lane text, room integer, one integer)
       cross join lateral (
         select merchant_id, id, transaction_id, position, followed from webhook_events
          where merchant_id = w.merchant_id and lane = w.lane and next_attempt_at <= ${now}
          order by next_attempt_at limit w.room
            for update skip locked) e
       where w.one = 1),
    judged as materialized (
      select due.merchant_id, due.id, s.*, 1 as one from due
        left join lateral (
          select max(next_attempt_at) filter (where position < due.position
                                                and stage <> ${the(sql, 'Finished')}) as behind,
                 max(next_attempt_at) filter (where position > due.position and stage = ${the(sql, 'Sending')}
                                                and next_attempt_at > ${now}) as being_sent,
                 bool_or(position > due.position and accepted) as is_superseded
            from webhook_events
           where transaction_id = due.transaction_id and merchant_id is not distinct from due.merchant_id
             and position <> due.position and (due.position > 1 or due.followed)
          ) s on true)
    update webhook_events e
       set stage = case when j.is_superseded then ${to(sql, 'superseded')}
                        when coalesce(j.behind, j.being_sent) is not null then ${to(sql, 'outOfTurn')}
                        else ${to(sql, 'claimed')} end,
           next_attempt_at = case when j.is_superseded then null
                                  when j.behind is not null then greatest(j.behind, ${now}) + interval '1 second'
                                  when j.being_sent is not null then j.being_sent
                                  else ${leaseUntil}::timestamptz end
      from judged j
     where e.merchant_id = j.merchant_id and e.id = j.id and j.one = 1 and e.stage in ${from(sql, 'claimed')}
    returning e.merchant_id, e.id, e.transaction_id, e.position, e.payload, e.url, e.lane, e.header_name, e.header_value,
              e.created_at, e.stage, e.step, e.next_attempt_at as leased_until`

/** An event that is leased to this process, and until when. */
type Lease = Pick<WebhookEvent, 'merchantId' | 'id' | 'transactionId' | 'position'> & { leasedUntil: Date }

export type AttemptRecord = Lease & {
  at: Date
  status: DeliveryStatus
  stage: Stage
  nextAttemptAt: Date | null
  outcome: string
  httpStatus: number | null
  latencyMs: number
  answer: string | null
  error: string | null
}

type Followed = { merchantId: string; transactionId: string }

const ours = (sql: Sql) => sql`e.stage in ${from(sql, 'accepted')} and e.next_attempt_at = made.leased_until`

/**
 * Keeps attempts and moves their events on; answers the transactions whose later events may now go. Whoever's lease has
 * run out meanwhile keeps the attempt, but has no say any more, save that what a receiver accepted is accepted.
 */
export const recordAttempts = (sql: Sql, attempts: AttemptRecord[]) => sql<Followed[]>`
  with made as materialized (
    select * from json_to_recordset(${few(attempts)}::text::json) as a(
      merchant_id uuid, id uuid, transaction_id uuid, position integer, leased_until timestamptz, at timestamptz,
      status text, stage text, next_attempt_at timestamptz, outcome text, http_status integer, latency_ms integer,
      answer text, error text, one integer)
     where one = 1
     order by merchant_id, transaction_id, position, id),
  moved as (
    update webhook_events e
       set attempts = attempts + 1,
           accepted = accepted or made.status = ${the(sql, 'Success')},
           step = case when ${ours(sql)} then step + 1 else step end,
           status = case when ${ours(sql)} then made.status else e.status end,
           stage = case when ${ours(sql)} then made.stage else e.stage end,
           next_attempt_at = case when ${ours(sql)} then made.next_attempt_at else e.next_attempt_at end,
           last_attempt_at = case when ${ours(sql)} then made.at else last_attempt_at end,
           last_answer = case when ${ours(sql)} then coalesce('HTTP ' || made.http_status, made.error) else last_answer end
      from made
     where e.merchant_id = made.merchant_id and e.id = made.id and made.one = 1
    returning made.*, e.attempts as number, e.stage as stage_now, e.followed),
  kept as (
    insert into webhook_attempts (merchant_id, event_id, number, at, outcome, http_status, latency_ms, answer, error,
                                  next_attempt_at)
    select merchant_id, id, number, at, outcome, http_status, latency_ms, answer, error, next_attempt_at from moved)
  select merchant_id, transaction_id from moved
   where followed and stage_now = ${the(sql, 'Finished')} and transaction_id is not null`

/** Lets those go that waited for finished events; whoever claims them sees to it that only the first of them goes. */
export const releaseFollowers = (sql: Sql, finished: Followed[], now: Date) => sql`
  with followers as materialized (
    select e.*, 1 as one from (
      select distinct merchant_id, transaction_id
        from json_to_recordset(${rows(finished)}::text::json) as f(merchant_id uuid, transaction_id uuid)
       order by merchant_id, transaction_id) f
     cross join lateral (
      select merchant_id, id from webhook_events
       where transaction_id = f.transaction_id and merchant_id is not distinct from f.merchant_id
         and stage in ${from(sql, 'released')}
       order by position
         for update) e),
  released as (
    update webhook_events e set stage = ${to(sql, 'released')}, next_attempt_at = ${now} from followers f
     where e.merchant_id = f.merchant_id and e.id = f.id and f.one = 1)
  select pg_notify(${channel}, '') where exists (select from followers)`

/** Gives leases back unused, for others to take at once. */
export const handBack = (sql: Sql, leases: Lease[], now: Date) => sql`
  with held as materialized (
    select e.*, 1 as one from (
      select * from json_to_recordset(${rows(leases)}::text::json) as l(
        merchant_id uuid, id uuid, transaction_id uuid, position integer, leased_until timestamptz)
       order by merchant_id, transaction_id, position, id) l
     cross join lateral (
      select merchant_id, id from webhook_events
       where merchant_id = l.merchant_id and id = l.id and stage in ${from(sql, 'handedBack')}
         and next_attempt_at = l.leased_until
         for update) e),
  given as (
    update webhook_events e set stage = ${to(sql, 'handedBack')}, next_attempt_at = ${now} from held
     where e.merchant_id = held.merchant_id and e.id = held.id and held.one = 1)
  select pg_notify(${channel}, '') where exists (select from held)`

/** How many events are not finished. Counting stops at `most`, so that it stays cheap however many wait. */
export const countUnfinished = async (sql: Sql, most: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from (
      select from webhook_events where next_attempt_at is not null
       order by merchant_id, lane, next_attempt_at limit ${most}) unfinished`
  return row?.count ?? 0
}

/** How attempts since a moment ended. Counting stops at `most`, so that it stays cheap however many there were. */
export const countAttempts = async (sql: Sql, since: Date, most: number) => {
  const [row] = await sql<{ made: number; accepted: number }[]>`
    select count(*)::int as made, count(*) filter (where http_status between 200 and 299)::int as accepted
      from (select http_status from webhook_attempts where at >= ${since} limit ${most}) attempts`
  return row ?? { made: 0, accepted: 0 }
}

/**
 * Deletes finished events from before a time, with their attempts. Ids tell the time, so that the primary key finds the
 * oldest of each merchant. That a payment's newest event was never delivered is kept.
 */
export const deleteOldEvents = (sql: Sql, before: Date, most: number) => sql`
  with old as materialized (
    select e.* from merchants m cross join lateral (
      select merchant_id, id, transaction_id, position, status from webhook_events
       where merchant_id = m.id and id < ${firstUuidOf(before.getTime())} and stage = ${the(sql, 'Finished')}
       order by id limit ${most}
         for update skip locked) e
     limit ${most}),
  kept as (
    insert into undelivered (merchant_id, transaction_id, position)
    select merchant_id, transaction_id, position from old
     where transaction_id is not null and status <> 'Success' and not exists (
       select from webhook_events newer
        where newer.merchant_id = old.merchant_id and newer.transaction_id = old.transaction_id
          and newer.position > old.position)
        on conflict (merchant_id, transaction_id) do update set position = excluded.position),
  attempts as (
    delete from webhook_attempts a using old where a.merchant_id = old.merchant_id and a.event_id = old.id)
  delete from webhook_events e using old where e.merchant_id = old.merchant_id and e.id = old.id`
