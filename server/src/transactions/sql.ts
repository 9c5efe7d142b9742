import { type Sql, type Tx, rows } from '../db/db.ts'
import { firstUuidOf } from '../lib/uuid.ts'
import { orderKey } from './order-key.ts'
import type { State } from './states.ts'
import type { Transaction, TransactionId } from './transaction.ts'

/** Inserts what is new and answers which; an order id seen before inserts nothing and answers nothing. */
export const insertTransactions = (sql: Sql | Tx, transactions: Transaction[]) => sql<TransactionId[]>`
  insert into transactions
  select * from json_populate_recordset(null::transactions, ${rows(transactions)}::text::json)
      on conflict (idempotency_key, merchant_id, operation) do nothing
  returning merchant_id, id`

/** Each is looked up by its key, whatever the planner believes of the table: a lateral with a limit is never a scan. */
export const selectByIdempotencyKey = (sql: Sql | Tx, like: Transaction[]) => sql<Transaction[]>`
  select t.*
    from json_populate_recordset(null::transactions, ${rows(like.map(onceKey))}::text::json) wanted
    cross join lateral (
      select * from transactions t
       where t.merchant_id = wanted.merchant_id and t.idempotency_key = wanted.idempotency_key
         and t.operation = wanted.operation
       limit 1) t`

const onceKey = ({ merchantId, idempotencyKey, operation }: Transaction) => ({ merchantId, idempotencyKey, operation })

/** Locks the rows until commit, in id order, so that two batches never wait for each other in a circle. */
export const lockTransactions = (tx: Tx, ids: TransactionId[]) => tx<Transaction[]>`
  select t.*
    from (select * from unnest(${ids.map(i => i.merchantId)}::uuid[], ${ids.map(i => i.id)}::uuid[]) as w(merchant_id, id)
           order by merchant_id, id) wanted
    cross join lateral (
      select * from transactions t where t.merchant_id = wanted.merchant_id and t.id = wanted.id limit 1 for update) t`

/** Writes what an event can change. */
export const updateTransactions = (tx: Tx, transactions: Transaction[]) => tx`
  update transactions t
     set state = n.state, paid_amount = n.paid_amount, charges = n.charges, participant = n.participant,
         end_to_end_id = n.end_to_end_id, external_id = n.external_id, registered_at = n.registered_at, completed_at = n.completed_at,
         cancelled_at = n.cancelled_at, refunded_at = n.refunded_at, reversed_at = n.reversed_at,
         error_at = n.error_at, error_cause = n.error_cause, webhook_url = n.webhook_url, events = n.events, refunded_amount = n.refunded_amount
    from json_populate_recordset(null::transactions, ${rows(transactions)}::text::json) n
   where t.merchant_id = n.merchant_id and t.id = n.id`

export type ReadTransaction = Transaction & {
  deliveryStatus: 'Pending' | 'Failed' | 'Success' | null
  deliveryTime: Date | null
}

/** With the fate of the newest webhook event of each. */
export const selectTransactions = (sql: Sql, ids: TransactionId[]) => sql<ReadTransaction[]>`
  select t.*, d.status as delivery_status, d.last_attempt_at as delivery_time
    from unnest(${ids.map(i => i.merchantId)}::uuid[], ${ids.map(i => i.id)}::uuid[]) as wanted(merchant_id, id)
    join transactions t using (merchant_id, id)
    left join lateral (
      select status, last_attempt_at from webhook_events e
       where e.transaction_id = t.id and e.merchant_id is not distinct from t.merchant_id
       order by e.position desc limit 1) d on true`

/** Hands the transactions to the worker, which sends them to the bank at once. */
export const insertPayouts = (tx: Tx, transactions: Transaction[]) => tx`
  insert into payouts (merchant_id, transaction_id, next_step_at)
  select merchant_id, id, created_at
    from json_populate_recordset(null::transactions, ${rows(transactions)}::text::json)`

/** `attempts` counts this one too. */
export type DuePayout = Transaction & { attempts: number }

/** Leases payouts that are due, each to one worker, and counts the attempt before it is made: a killed one counts. */
export const claimPayouts = (sql: Sql, now: Date, leaseUntil: Date, most: number) => sql<DuePayout[]>`
  with due as (
    select merchant_id, transaction_id from payouts where next_step_at <= ${now}
     order by next_step_at limit ${most} for update skip locked),
  claimed as (
    update payouts p set next_step_at = ${leaseUntil}, attempts = attempts + 1 from due
     where p.merchant_id = due.merchant_id and p.transaction_id = due.transaction_id
    returning p.*)
  select t.*, claimed.attempts from claimed
    join transactions t on t.merchant_id = claimed.merchant_id and t.id = claimed.transaction_id`

export const postponePayout = (sql: Sql, { merchantId, id }: TransactionId, nextStepAt: Date | null) => sql`
  update payouts set next_step_at = ${nextStepAt}
   where merchant_id = ${merchantId} and transaction_id = ${id}`

/** Only while no worker has ever had it. */
export const deleteUnsentPayout = (tx: Tx, { merchantId, id }: TransactionId) => tx`
  delete from payouts where merchant_id = ${merchantId} and transaction_id = ${id} and attempts = 0`

export const deletePayout = (sql: Sql, { merchantId, id }: TransactionId) => sql`
  delete from payouts where merchant_id = ${merchantId} and transaction_id = ${id}`

/** Locks charges whose time is over, except those that somebody else is changing at this moment. */
export const lockExpired = (tx: Tx, now: Date, most: number) => tx<TransactionId[]>`
  select merchant_id, id from transactions
   where state = 'Registered' and expires_at <= ${now}
   order by expires_at limit ${most} for update skip locked`

export type Filter = {
  merchantId: string
  orderId?: string | undefined
  states?: State[] | undefined
  operations?: string[] | undefined
  startDate?: Date | undefined
  endDate?: Date | undefined
}

/** Ids tell the time of creation, so that the primary key serves every period. */
const matching = (sql: Sql, filter: Filter) => sql`
  merchant_id = ${filter.merchantId}
  ${filter.orderId === undefined ? sql`` : sql`and idempotency_key = ${orderKey(filter.orderId)}`}
  ${filter.states === undefined ? sql`` : sql`and state = any(${filter.states})`}
  ${filter.operations === undefined ? sql`` : sql`and operation = any(${filter.operations})`}
  ${filter.startDate === undefined ? sql`` : sql`and id >= ${firstUuidOf(filter.startDate.getTime())}`}
  ${filter.endDate === undefined ? sql`` : sql`and id < ${firstUuidOf(filter.endDate.getTime() + 1)}`}`

export const selectPage = (
  sql: Sql,
  filter: Filter,
  page: { limit: number; offset: number; beforeId?: string | undefined },
) =>
  sql<Transaction[]>`
    select * from transactions
     where ${matching(sql, filter)} ${page.beforeId === undefined ? sql`` : sql`and id < ${page.beforeId}`}
     order by id desc limit ${page.limit} offset ${page.offset}`

export const countTransactions = async (sql: Sql, filter: Filter): Promise<number> => {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from transactions where ${matching(sql, filter)}`
  return row?.total ?? 0
}

/** Payouts the bank should have been asked about by now, and those that need a person. Counting stops at `most`. */
export const countPayouts = async (sql: Sql, now: Date, most: number) => {
  const [row] = await sql<{ due: number; stuck: number }[]>`
    select (select count(*)::int from (select from payouts where next_step_at <= ${now} limit ${most}) due) as due,
           (select count(*)::int from (select from payouts where next_step_at is null limit ${most}) stuck) as stuck`
  return row ?? { due: 0, stuck: 0 }
}
