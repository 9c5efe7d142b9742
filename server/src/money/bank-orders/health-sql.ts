import type { Sql } from '../../platform/db/db.ts'
import type { OrderKind } from './order.ts'
import { orderMove } from './states.ts'

const held = orderMove('held')

/** Orders the bank should have been asked about by now. Counting stops at `most`. */
export const countOrders = async (sql: Sql, now: Date, most: number) => {
  const [row] = await sql<{ due: number; exceptions: number }[]>`
    select (select count(*)::int from (
              select 1 from bank_orders where next_step_at <= ${now} limit ${most}) due) as due,
           (select count(*)::int from (
              select 1 from bank_exceptions where state = 'Open' limit ${most}) open) as exceptions`
  return row ?? { due: 0, exceptions: 0 }
}

export type DueOrder = { merchantId: string; merchantName: string; transactionId: string; kind: OrderKind; since: Date }

/** Those that have waited longest, of as many as are counted. */
export const selectOldestDue = (sql: Sql, now: Date, most: number, first: number) => sql<DueOrder[]>`
  with oldest as materialized (
    select * from (
      select merchant_id, transaction_id, kind, next_step_at as since from bank_orders
       where next_step_at <= ${now} limit ${most}) due
     order by since limit ${first})
  select o.*, m.name as merchant_name from oldest o join merchants m on m.id = o.merchant_id order by o.since`

/** How many payouts of these merchants are held. */
export const countHeld = (sql: Sql, merchantIds: string[], most: number) => sql<
  { merchantId: string; count: number }[]
>`
  select merchant_id, count(*)::int as count from (
    select merchant_id from bank_orders
     where merchant_id = any(${merchantIds}::uuid[]) and state = ${held.to} limit ${most}) held
   group by 1`

export type OpenException = { merchantId: string; merchantName: string; id: string; kind: OrderKind; since: Date }

export const selectOldestExceptions = (sql: Sql, first: number) => sql<OpenException[]>`
  with oldest as materialized (
    select merchant_id, id, kind, created_at as since from bank_exceptions where state = 'Open' order by id limit ${first})
  select o.*, m.name as merchant_name from oldest o join merchants m on m.id = o.merchant_id order by o.id`
