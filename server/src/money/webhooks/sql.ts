import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { earlier, perMerchant, perMerchantWithRows } from '../../platform/db/per-merchant.ts'
import { part } from '../../platform/db/query.ts'
import { channel } from './channel.ts'
import type { LaneId, NewEvent, WebhookEvent } from './event.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'
import { few, from, the, to } from './stages.ts'
import type { DeliveryStatus, Stage } from './states.ts'
import { sendErrors } from './words.ts'

// Rows of webhook_events are locked in one order everywhere, (merchant_id, transaction_id, position), or skipped where
// they are locked, so that no deadlock is possible. The events of a transaction are found by `transaction_id =` and
// `merchant_id is not distinct from`: the latter keeps the planner, while it has no statistics of a new table, from
// scanning all events of the merchant instead.

type EventRow = NewEvent & { lane: string; stage: Stage; followed: boolean; nextAttemptAt: Date }

/** An event waits for an unfinished earlier one of its transaction, whose row is locked so that neither is missed. */
export const insertEvents = (tx: Tx, events: EventRow[]) =>
  perMerchant(
    tx,
    events,
    (some, own) => tx<{ id: string; stage: Stage }[]>`
      with new as materialized (
        select * from json_populate_recordset(null::webhook_events, ${rows(some)}::text::json)),
      later as materialized (
        select distinct merchant_id, transaction_id from new where position > 1 order by merchant_id, transaction_id),
      earlier as materialized (
        select e.*, 1 as one from later cross join lateral (
          select merchant_id, id, transaction_id, stage from webhook_events
           where transaction_id = later.transaction_id and merchant_id is not distinct from later.merchant_id
             ${own.tenantFilter('merchant_id')}
           order by position
             for update) e),
      marked as (
        update webhook_events e set followed = true from earlier
         where e.merchant_id = earlier.merchant_id and e.id = earlier.id and earlier.stage <> ${the(tx, 'Finished')}
           and earlier.one = 1 ${own.tenantFilter('e.merchant_id')}),
      written as (
       insert into webhook_events (
        merchant_id, id, transaction_id, position, payload, url, lane, header_name, header_value, status, stage, followed,
        next_attempt_at, created_at, scope)
      select merchant_id, id, transaction_id, position, payload, url, lane, header_name, header_value,
             ${the(tx, 'Pending')},
             case when exists (select 1 from earlier e
                                where e.merchant_id = n.merchant_id and e.transaction_id = n.transaction_id
                                  and e.stage <> ${the(tx, 'Finished')}) then ${to(tx, 'queued')} else n.stage end,
             followed, next_attempt_at, created_at, scope
        from new n
      returning id, stage)
      select id, stage from written`,
  )

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

type Followed = LaneId & { transactionId: string }

const ours = (sql: Sql | Tx) => sql`e.stage in ${from(sql, 'accepted')} and e.next_attempt_at = made.leased_until`

/** Locks the events that no other session holds, and returns which. */
export const lockFreeEvents = (tx: Tx, leases: Lease[]) =>
  perMerchant(
    tx,
    leases,
    (some, own) => tx<{ id: string }[]>`
      select e.id from json_to_recordset(${few(some)}::text::json) as l(merchant_id uuid, id uuid, one integer)
       cross join lateral (
         select id from webhook_events
          where merchant_id = l.merchant_id and id = l.id ${own.tenantFilter('merchant_id')} limit 1
            for update skip locked) e
       where l.one = 1`,
  )

/**
 * Stores attempts and updates their events; returns the transactions whose later events may now be sent. If the lease
 * has run out meanwhile, the attempt is stored and the event stays as it is, except that an accepted event stays
 * accepted.
 */
export const recordAttempts = (sql: Sql | Tx, attempts: AttemptRecord[]) =>
  perMerchant(
    sql,
    attempts,
    (some, own, by) => by<Followed[]>`
      with made as materialized (
        select * from json_to_recordset(${few(some)}::text::json) as a(
          merchant_id uuid, id uuid, transaction_id uuid, position integer, leased_until timestamptz, at timestamptz,
          status text, stage text, next_attempt_at timestamptz, outcome text, http_status integer, latency_ms integer,
          answer text, error text, one integer)
         where one = 1
         order by merchant_id, transaction_id, position, id),
      moved as (
        update webhook_events e
           set attempts = attempts + 1,
               accepted = accepted or made.status = ${the(by, 'Success')},
               step = case when ${ours(by)} then step + 1 else step end,
               status = case when ${ours(by)} then made.status else e.status end,
               stage = case when ${ours(by)} then made.stage else e.stage end,
               next_attempt_at = case when ${ours(by)} then made.next_attempt_at else e.next_attempt_at end,
               last_attempt_at = case when ${ours(by)} then made.at else last_attempt_at end,
               last_answer = case when ${ours(by)} then coalesce('HTTP ' || made.http_status::text, made.error)
                                  else last_answer end
          from made
         where e.merchant_id = made.merchant_id and e.id = made.id and made.one = 1 ${own.tenantFilter('e.merchant_id')}
        returning made.*, e.attempts as number, e.stage as stage_now, e.followed, e.lane),
      kept as (
        insert into webhook_attempts (merchant_id, event_id, number, at, outcome, http_status, latency_ms, answer, error,
                                      next_attempt_at)
        select merchant_id, id, number, at, outcome, http_status, latency_ms, answer, error, next_attempt_at from moved)
      select merchant_id, transaction_id, lane from moved
       where followed and stage_now = ${the(by, 'Finished')} and transaction_id is not null`,
  )

/** Notifies the owners of lanes with due events; on a distributed database `notifyThose` does. */
const notifySenders = (sql: Sql | Tx, due: string, call: string) =>
  sql.database.isDistributed
    ? sql`select 1 as found from ${sql.unsafe(due)} limit 1`
    : sql`select pg_notify(${channel}, ${call}) where exists (select 1 from ${sql.unsafe(due)})`

async function notifyThose(sql: Sql, call: string, made: Promise<object[]>): Promise<void> {
  if ((await made).length > 0 && sql.database.isDistributed) await sql.notify(channel, call)
}

/** Releases events that waited for finished ones, and notifies their lanes' owners; a claim sends only the first. */
export const releaseFollowers = (sql: Sql, finished: Followed[], now: Date, call: string) =>
  notifyThose(
    sql,
    call,
    perMerchant(
      sql,
      finished,
      (some, own, by) => by`
        with followers as materialized (
          select e.*, 1 as one from (
            select distinct merchant_id, transaction_id
              from json_to_recordset(${rows(some)}::text::json) as f(merchant_id uuid, transaction_id uuid)
             order by merchant_id, transaction_id) f
           cross join lateral (
            select merchant_id, id from webhook_events
             where transaction_id = f.transaction_id and merchant_id is not distinct from f.merchant_id
               and stage in ${from(by, 'released')} ${own.tenantFilter('merchant_id')}
             order by position
               for update) e),
        released as (
          update webhook_events e set stage = ${to(by, 'released')}, next_attempt_at = ${now} from followers f
           where e.merchant_id = f.merchant_id and e.id = f.id and f.one = 1 ${own.tenantFilter('e.merchant_id')})
        ${notifySenders(by, 'followers', call)}`,
    ),
  )

/** Returns unused leases, and notifies the owners. */
export const handBack = (sql: Sql, leases: Lease[], now: Date, call: string) =>
  notifyThose(
    sql,
    call,
    perMerchant(
      sql,
      leases,
      (some, own, by) => by`
        with held as materialized (
          select e.*, 1 as one from (
            select * from json_to_recordset(${rows(some)}::text::json) as l(
              merchant_id uuid, id uuid, transaction_id uuid, position integer, leased_until timestamptz)
             order by merchant_id, transaction_id, position, id) l
           cross join lateral (
            select merchant_id, id from webhook_events
             where merchant_id = l.merchant_id and id = l.id and stage in ${from(by, 'handedBack')}
               and next_attempt_at = l.leased_until ${own.tenantFilter('merchant_id')}
               for update) e),
        given as (
          update webhook_events e set stage = ${to(by, 'handedBack')}, next_attempt_at = ${now} from held
           where e.merchant_id = held.merchant_id and e.id = held.id and held.one = 1 ${own.tenantFilter('e.merchant_id')})
        ${notifySenders(by, 'held', call)}`,
    ),
  )

/**
 * Deletes finished events from before a time, with their attempts. Ids contain the time, so the primary key finds the
 * oldest of each merchant. A payment's newest event stays marked as undelivered if it was.
 */
export const deleteOldEvents = (sql: Sql, before: Date, most: number) => {
  const old = part`id < ${firstUuidOf(before.getTime())} and stage = ${the(sql, 'Finished')}`
  return perMerchantWithRows(
    sql,
    most,
    () => sql`
      select b.merchant_id from balances b
       where exists (select 1 from webhook_events e where e.merchant_id = b.merchant_id and ${old}) limit ${most}`,
    (own, share) => sql`
      with old as materialized (
        select e.* from merchants m cross join lateral (
          select merchant_id, id, transaction_id, position, status from webhook_events
           where merchant_id = m.id and ${old} ${own.tenantFilter('merchant_id')}
           order by id limit ${share}
             for update skip locked) e
         where true ${own.tenantFilter('m.id')}
         limit ${share}),
      kept as (
        insert into undelivered (merchant_id, transaction_id, position)
        select merchant_id, transaction_id, position from old
         where transaction_id is not null and status <> 'Success' and not exists (
           select 1 from webhook_events newer
            where newer.merchant_id = old.merchant_id and newer.transaction_id = old.transaction_id
              and newer.position > old.position ${own.tenantFilter('newer.merchant_id')})
            on conflict (merchant_id, transaction_id) do update set position = excluded.position),
      attempts as (
        delete from webhook_attempts a using old
         where a.merchant_id = old.merchant_id and a.event_id = old.id ${own.tenantFilter('a.merchant_id')})
      delete from webhook_events e using old
       where e.merchant_id = old.merchant_id and e.id = old.id ${own.tenantFilter('e.merchant_id')}`,
  )
}

// For sandboxes only.

type Leased = Pick<WebhookEvent, 'merchantId' | 'id'> & { leasedUntil: Date }

/** Returns an unused lease until later, with the reason. The fault was applied, so the next attempt is normal. */
export const holdEvent = (sql: Sql, { merchantId, id, leasedUntil }: Leased, until: Date, words: string) => sql`
  update webhook_events e set stage = ${to(sql, 'handedBack')}, next_attempt_at = ${until}, last_answer = ${words}
   where merchant_id = ${merchantId} and id = ${id} and stage in ${from(sql, 'handedBack')}
     and next_attempt_at = ${leasedUntil}`

/** Makes a held event due that was not sent yet. */
export const releaseEvent = (sql: Sql, merchantId: string, id: string, now: Date) => sql`
  update webhook_events set next_attempt_at = least(next_attempt_at, ${now})
   where merchant_id = ${merchantId} and id = ${id} and attempts = 0 and stage = ${the(sql, 'Due')}`

/** Brings the next attempts of a merchant's events forward, to now at the earliest, except of events being sent. */
export const bringAttemptsForward = (tx: Tx, merchantId: string, seconds: number, now: Date) => tx`
  with waiting as materialized (
    select id from webhook_events
     where merchant_id = ${merchantId} and stage = ${the(tx, 'Due')} and next_attempt_at is not null
     order by transaction_id, position
       for update skip locked)
  update webhook_events e
     set next_attempt_at = greatest(${earlier('next_attempt_at', seconds)}, least(next_attempt_at, ${now}))
    from waiting where e.merchant_id = ${merchantId} and e.id = waiting.id`

/** Notifies all senders, which also probe this merchant's unresponsive receivers. */
export const callSendersOf = (sql: Sql, merchantId: string): Promise<void> => sql.notify(channel, merchantId)

/** An event that was given up without another attempt; only events of a transaction can have followers. */
type ExpiredEvent = LaneId & { transactionId: string | null; followed: boolean }

/**
 * Gives up the events of a lane that have been due since before a time, oldest first. An event behind an earlier one of
 * its transaction that stays, stays too: otherwise the older state would be the last that the receiver gets.
 */
export const finishExpired = (sql: Sql, lane: LaneId, before: Date, most: number) =>
  perMerchant(
    sql,
    [lane],
    (_, own, by) => by<ExpiredEvent[]>`
      with expiredInQueue as materialized (
        select merchant_id, id, transaction_id, position from webhook_events
         where merchant_id = ${lane.merchantId} and lane = ${lane.lane} and next_attempt_at <= ${before}
           and stage in ${from(by, 'expiredInQueue')}
         order by next_attempt_at limit ${most}
           for update skip locked),
      ended as materialized (
        select o.merchant_id, o.id, 1 as one from expiredInQueue o
         where not exists (
           select 1 from webhook_events e
            where e.transaction_id = o.transaction_id and e.merchant_id is not distinct from o.merchant_id
              and e.position < o.position and e.stage <> ${the(by, 'Finished')} ${own.tenantFilter('e.merchant_id')}
              and e.id not in (select id from expiredInQueue)))
      update webhook_events e
         set stage = ${to(by, 'expiredInQueue')}, status = ${the(by, 'Failed')}, next_attempt_at = null,
             last_answer = ${sendErrors.expired[1]}
        from ended
       where e.merchant_id = ended.merchant_id and e.id = ended.id and ended.one = 1 ${own.tenantFilter('e.merchant_id')}
      returning e.merchant_id, e.lane, e.transaction_id, e.followed`,
  )

/** The lanes that have events, in order, by one index look-up each. `isDue` is about a lane's first event. */
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

/** A recursive look-up does not work across nodes: each scans its unfinished events. */
const counted = (sql: Sql, after: LaneId, most: number) => sql`
  with walk as (
    select merchant_id, lane, min(next_attempt_at) as next_attempt_at from webhook_events
     where next_attempt_at is not null and (merchant_id, lane) > (${after.merchantId}, ${after.lane})
     group by merchant_id, lane order by merchant_id, lane limit ${most})`

export type ClaimedEvent = WebhookEvent & { stage: Stage; step: number; leasedUntil: Date; isUntried: boolean }

/**
 * Leases due events, up to each lane's room, and keeps the order of a transaction: an event behind an unfinished one
 * waits, one with a newer delivered state is finished unsent, and a resent one waits for a newer one that is being
 * sent.
 */
export const claimEvents = (sql: Sql, claims: (LaneId & { room: number })[], now: Date, leaseUntil: Date) =>
  perMerchant(
    sql,
    claims,
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
