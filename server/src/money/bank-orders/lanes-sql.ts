import { type Sql, rows } from '../../platform/db/db.ts'
import { perMerchant } from '../../platform/db/per-merchant.ts'
import type { ClaimedOrder } from './order.ts'
import { orderMove } from './states.ts'

const claimed = orderMove('claimed')

export type Lane = { lane: string }

/**
 * The lanes (a bank's orders of one merchant) that have orders, in order, from one lane on: one index look-up for each,
 * however many orders wait in them. `isDue` says whether the first of its orders is; those of a paused bank wait, and use up
 * nothing of their schedule.
 */
export const selectLanes = (sql: Sql, now: Date, after: string, most: number) => sql<(Lane & { isDue: boolean })[]>`
  ${sql.database.isDistributed ? counted(sql, after, most) : walked(sql, after, most)}
  select lane, next_step_at <= ${now} and not exists (
           select 1 from bank_connections c
            where c.paused_at is not null
              and (c.id::text = split_part(lane, ' ', 1) or c.is_default and split_part(lane, ' ', 1) = '')) as is_due
    from walk`

const walked = (sql: Sql, after: string, most: number) => sql`
  with recursive walk as (
    (select lane, next_step_at, 1 as count from bank_orders
      where next_step_at is not null and lane > ${after} order by lane, next_step_at limit 1)
    union all
    select n.* from walk w cross join lateral (
      select o.lane, o.next_step_at, w.count + 1 from bank_orders o
       where o.next_step_at is not null and o.lane > w.lane order by o.lane, o.next_step_at limit 1) n
     where w.count < ${most})`

/** Nodes cannot take turns in walking: each looks through the orders that wait. */
const counted = (sql: Sql, after: string, most: number) => sql`
  with walk as materialized (
    select lane, min(next_step_at) as next_step_at from bank_orders
     where next_step_at is not null and lane > ${after} group by merchant_id, lane order by lane limit ${most})`

/** Leases due orders, up to each lane's room, and counts the attempt before it is made: a killed one counts. */
export const claimDue = (sql: Sql, wanted: (Lane & { room: number })[], now: Date, leaseUntil: Date) =>
  perMerchant(
    sql,
    wanted.map(one => ({ ...one, merchantId: merchantOf(one) })),
    (some, own, by) => by<ClaimedOrder[]>`
      with due as materialized (
        select o.merchant_id, o.id from json_to_recordset(${rows(some)}::text::json) as w(lane text, room integer)
         cross join lateral (
           select merchant_id, id from bank_orders
            where lane = w.lane and next_step_at <= ${now} ${own.tenantFilter('merchant_id')}
            order by next_step_at limit w.room
              for update skip locked) o)
      update bank_orders o set state = ${claimed.to}, next_step_at = ${leaseUntil}, attempts = o.attempts + 1,
                               step = o.step + 1
        from due
       where o.merchant_id = due.merchant_id and o.id = due.id and o.state = any(${claimed.from})
         ${own.tenantFilter('o.merchant_id')}
      returning o.*`,
  )

const merchantOf = ({ lane }: Lane): string => lane.slice(lane.lastIndexOf(' ') + 1)
