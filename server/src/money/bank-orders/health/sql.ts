import type { Micros } from '../../../platform/brazil/money.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { OrderKind } from '../order.ts'

/**
 * Since when the order waits that has waited longest, among the first `most`: for its step, or for an answer of a bank that
 * puts it off. Those at a paused bank wait for people, and those at a bank that is away are shown with it.
 */
export const selectOldestWaiting = async (sql: Sql, now: Date, most: number): Promise<Date | null> => {
  const [row] = await sql<{ since: Date | null }[]>`
    select min(since) as since from (
      select case when o.next_step_at <= ${now} then o.next_step_at else o.unanswered_since end as since
        from bank_orders o
       where (o.next_step_at <= ${now} or o.next_step_at is not null and o.unanswered_since is not null and not o.is_bank_away)
         and not exists (select 1 from bank_connections c
                          where c.paused_at is not null
                            and (c.id = o.connection_id or (o.connection_id is null and c.is_default)))
       limit ${most}) due`
  return row?.since ?? null
}

export type ExceptionBacklog = { count: number; since: Date; largest: Micros; lastId: string }

/** Open exceptions that are older than a time, or of at least an amount. Counting stops at `most`. */
export const selectExceptionBacklog = async (
  sql: Sql,
  { createdBefore, atLeast }: { createdBefore?: Date; atLeast?: Micros },
  most: number,
): Promise<ExceptionBacklog | undefined> => {
  const [row] = await sql<ExceptionBacklog[]>`
    select count(*)::int, min(created_at) as since, max(amount)::bigint as largest, max(id::text) as last_id from (
      select e.id, e.created_at, coalesce(e.amount, t.amount, 0) as amount
        from bank_exceptions e
        left join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
       where e.state = 'Open'
         ${createdBefore === undefined ? sql`` : sql`and e.created_at <= ${createdBefore}`}
         ${atLeast === undefined ? sql`` : sql`and coalesce(e.amount, t.amount, 0) >= ${atLeast}`}
       limit ${most}) open
    having count(*) > 0`
  return row
}

/** Orders whose bank should have been asked by now. Counting stops at `most`. */
export const countOrders = async (sql: Sql, now: Date, most: number) => {
  const [row] = await sql<{ due: number; exceptions: number }[]>`
    select (select count(*)::int from (
              select 1 from bank_orders where next_step_at <= ${now} limit ${most}) due) as due,
           (select count(*)::int from (
              select 1 from bank_exceptions where state = 'Open' limit ${most}) open) as exceptions`
  return row ?? { due: 0, exceptions: 0 }
}

type DueOrder = { merchantId: string; merchantName: string; transactionId: string; kind: OrderKind; since: Date }

/** Those that have waited longest, among the first `most`. */
export const selectOldestDue = (sql: Sql, now: Date, most: number, first: number) => sql<DueOrder[]>`
  with oldest as materialized (
    select * from (
      select merchant_id, transaction_id, kind, next_step_at as since from bank_orders
       where next_step_at <= ${now} limit ${most}) due
     order by since limit ${first})
  select o.*, m.name as merchant_name from oldest o join merchants m on m.id = o.merchant_id order by o.since`

type OpenException = { merchantId: string; merchantName: string; id: string; kind: OrderKind; since: Date }

export const selectOldestExceptions = (sql: Sql, first: number) => sql<OpenException[]>`
  with oldest as materialized (
    select merchant_id, id, kind, created_at as since from bank_exceptions where state = 'Open' order by id limit ${first})
  select o.*, m.name as merchant_name from oldest o join merchants m on m.id = o.merchant_id order by o.id`
