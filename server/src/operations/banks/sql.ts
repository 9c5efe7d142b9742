import { subjectOf } from '../../money/bank-orders/differences.ts'
import type { BankException } from '../../money/bank-orders/exceptions.ts'
import type { TransactionId } from '../../money/transactions/transaction.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
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

/** The bodies of notices that are not processed yet. */
export const selectWaitingBodies = (sql: Sql, connectionId: string, most: number) => sql<{ body: string }[]>`
  select body from bank_notices
   where connection_id = ${connectionId} and next_step_at is not null order by next_step_at limit ${most}`

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

export type OwnTransfer = {
  id: string
  endToEndId: string | null
  orderDescription: string | null
  /** The connection whose key it was sent to. */
  toId: string
  /** Whether the money may be listed by the connection that is asked for. */
  isForHere: boolean
}

/**
 * The platform's own transfers that have not arrived, of one amount. A bank may list payments without their key, to each
 * connection of an account: a transfer to another key at the same kind of bank may be for this one.
 */
export const selectOwnTransfers = (
  sql: Sql,
  { connectionId, amount, since }: { connectionId: string; amount: Micros; since: Date },
) => sql<OwnTransfer[]>`
  select t.id, t.end_to_end_id, t.order_description, c.id as to_id, c.dialect = here.dialect as is_for_here
    from transactions t
    join bank_connections c on c.pix_key = t.pix_key
    join bank_connections here on here.id = ${connectionId}
   where t.merchant_id = ${platformId} and t.id > ${firstUuidOf(since.getTime())} and ${onItsWay(sql)}
     and t.amount = ${amount}`

const onItsWay = (sql: Sql) => sql`
  t.operation = 'pixCashOut' and t.state in ('Created', 'Registered', 'Completed')
  and not exists (
    select 1 from transactions a
     where a.merchant_id = ${platformId} and a.operation = 'pixCashIn'
       and a.idempotency_key = 'own:transfer received:' || t.id)`

type OverdueTransfer = { id: string; connectionId: string; endToEndId: string; amount: Micros }

/** The platform's own transfers that a bank has sent before a time, and that have not arrived. There are few at a time. */
export const selectOverdue = (sql: Sql, { since, before }: { since: Date; before: Date }) => sql<OverdueTransfer[]>`
  select t.id, t.connection_id, t.end_to_end_id, t.amount from transactions t
   where t.merchant_id = ${platformId} and t.id > ${firstUuidOf(since.getTime())} and ${onItsWay(sql)}
     and t.state = 'Completed' and t.completed_at < ${before}
   order by t.id limit 100`

/** What is on its way to each of the platform's keys, and since when. */
export const selectArriving = (sql: Sql) => sql<{ pixKey: string; amount: bigint; since: Date }[]>`
  select t.pix_key, sum(t.amount)::bigint as amount, min(t.created_at) as since from transactions t
   where t.merchant_id = ${platformId} and ${onItsWay(sql)}
   group by t.pix_key`

/**
 * Open differences of transactions that the books match by now: the return was booked, the payout has come back or was
 * settled. `of` is a connection or a transaction.
 */
export const selectMatched = (sql: Sql | Tx, of: { connectionId: string } | TransactionId) => sql<BankException[]>`
  select e.* from bank_exceptions e join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
   where e.state = 'Open'
     and ${'connectionId' in of ? sql`t.connection_id = ${of.connectionId}` : sql`t.merchant_id = ${of.merchantId} and t.id = ${of.id}`}
     and case
           when e.subject = ${subjectOf('payoutNotAtBank')} then t.state = 'Reversed'
           when e.subject = ${subjectOf('payoutNotBooked')}
             then t.state = 'Completed' and lower(t.end_to_end_id) = lower(e.end_to_end_id)
           when e.subject = ${subjectOf('returnedAmount')} or e.subject = ${subjectOf('payoutReturned')}
             then (e.said->>'value')::numeric * 1000000
                  = case when t.state = 'Reversed' then coalesce(t.paid_amount, t.amount) - t.refunding_amount
                         else t.refunded_amount end
         end`
