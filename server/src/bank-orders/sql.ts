import type { Micros } from '../brazil/money.ts'
import { type Sql, type Tx, rows } from '../db/db.ts'
import type { Fact } from './fact.ts'
import type { ClaimedOrder, NewOrder, OrderId, OrderKind } from './order.ts'
import { type ExceptionState, exceptionMove, orderMove } from './states.ts'

const ordered = orderMove('ordered')
const claimed = orderMove('claimed')
const postponed = orderMove('postponed')
const finished = orderMove('finished')
const excepted = orderMove('excepted')
const withdrawn = orderMove('withdrawn')
const sentAgain = orderMove('sentAgain')
const ended = orderMove('ended')

export const insertOrders = (tx: Tx, orders: NewOrder[]) => tx`
  insert into bank_orders (merchant_id, id, kind, transaction_id, subject, connection_id, state, next_step_at, created_at)
  select merchant_id, id, kind, transaction_id, subject, connection_id, ${ordered.to}, next_step_at, created_at
    from json_populate_recordset(null::bank_orders, ${rows(orders)}::text::json)`

/** Only while nobody has ever claimed it: from then on the bank may have got it. */
export const deleteUnclaimed = (tx: Tx, { merchantId, id }: OrderId) => tx`
  delete from bank_orders
   where merchant_id = ${merchantId} and id = ${id} and attempts = 0 and state = any(${withdrawn.from})`

/** How a bank names an order: by our id, or by its own. */
export type Hint = { orderId: string | null; bankReference: string | null; cause: string | null }

export type Lane = { lane: string }

/**
 * The lanes (a bank's orders of one merchant) that have orders, in order, from one lane on: one index look-up for each,
 * however many orders wait in them. `isDue` says whether the first of its orders is; those of a paused bank wait, and use up
 * nothing of their schedule.
 */
export const selectLanes = (sql: Sql, now: Date, after: string, most: number) => sql<(Lane & { isDue: boolean })[]>`
  with recursive walk as (
    (select lane, next_step_at, 1 as count from bank_orders
      where next_step_at is not null and lane > ${after} order by lane, next_step_at limit 1)
    union all
    select n.* from walk w cross join lateral (
      select o.lane, o.next_step_at, w.count + 1 from bank_orders o
       where o.next_step_at is not null and o.lane > w.lane order by o.lane, o.next_step_at limit 1) n
     where w.count < ${most})
  select lane, next_step_at <= ${now} and not exists (
           select from bank_connections c
            where c.paused_at is not null
              and (c.id::text = split_part(lane, ' ', 1) or c.is_default and split_part(lane, ' ', 1) = '')) as is_due
    from walk`

/** Leases due orders, up to each lane's room, and counts the attempt before it is made: a killed one counts. */
export const claimDue = (sql: Sql, wanted: (Lane & { room: number })[], now: Date, leaseUntil: Date) =>
  sql<ClaimedOrder[]>`
    with due as materialized (
      select o.merchant_id, o.id from json_to_recordset(${rows(wanted)}::text::json) as w(lane text, room integer)
       cross join lateral (
         select merchant_id, id from bank_orders
          where lane = w.lane and next_step_at <= ${now} order by next_step_at limit w.room
            for update skip locked) o)
    update bank_orders o set state = ${claimed.to}, next_step_at = ${leaseUntil}, attempts = o.attempts + 1,
                             step = o.step + 1
      from due
     where o.merchant_id = due.merchant_id and o.id = due.id and o.state = any(${claimed.from})
    returning o.*`

/** Leases an order to whoever has just placed it, before anybody else has had it. */
export const claimNew = async (sql: Sql, { merchantId, id }: OrderId, leaseUntil: Date) => {
  const [order] = await sql<ClaimedOrder[]>`
    update bank_orders set state = ${claimed.to}, next_step_at = ${leaseUntil}, attempts = attempts + 1, step = step + 1
     where (merchant_id, id) in (
             select merchant_id, id from bank_orders
              where merchant_id = ${merchantId} and id = ${id} and attempts = 0 for update skip locked)
       and state = any(${claimed.from})
    returning *`
  return order
}

/** Leases an order that waits, at whatever place of its schedule, and leaves it there. */
export const claimWaiting = async (sql: Sql, { merchantId, id }: OrderId, leaseUntil: Date) => {
  const [order] = await sql<ClaimedOrder[]>`
    update bank_orders set state = ${claimed.to}, next_step_at = ${leaseUntil}, attempts = attempts + 1,
                           step = greatest(step, 1)
     where merchant_id = ${merchantId} and id = ${id} and state = ${ordered.to}
    returning *`
  return order
}

export const postponeOrder = (sql: Sql, { merchantId, id, attempts }: ClaimedOrder, nextStepAt: Date) => sql`
  update bank_orders set state = ${postponed.to}, next_step_at = ${nextStepAt}
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = any(${postponed.from})`

export const keepReference = (sql: Sql, { merchantId, id, attempts }: ClaimedOrder, reference: string) => sql`
  update bank_orders set bank_reference = ${reference}
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts}`

export const deleteClaimed = (tx: Tx, { merchantId, id, attempts }: ClaimedOrder) => tx`
  delete from bank_orders
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = any(${finished.from})`

export const stopOrder = (tx: Tx, { merchantId, id, attempts }: ClaimedOrder) => tx`
  update bank_orders set state = ${excepted.to}, next_step_at = null
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = any(${excepted.from})`

/** The schedule begins anew; the count of attempts goes on, because it is the fence. */
export const restartOrder = (tx: Tx, { merchantId, id }: OrderId, now: Date) => tx`
  update bank_orders set state = ${sentAgain.to}, next_step_at = ${now}, step = 0
   where merchant_id = ${merchantId} and id = ${id} and state = any(${sentAgain.from})`

export const deleteStopped = (tx: Tx, { merchantId, id }: OrderId) => tx`
  delete from bank_orders where merchant_id = ${merchantId} and id = ${id} and state = any(${ended.from})`

/** Lets a waiting order be asked about now, by our id or by the bank's. */
export const hastenOrder = (sql: Sql, { orderId, bankReference, cause }: Hint, now: Date) => sql`
  update bank_orders set next_step_at = least(next_step_at, ${now}), told_cause = coalesce(${cause}, told_cause)
   where state = ${ordered.to} and ${orderId === null ? sql`bank_reference = ${bankReference}` : sql`id = ${orderId}`}`

/** Has the initiations of a bank that are of this amount asked about now, and answers how many have not ended. */
export const hastenInitiations = async (sql: Sql, connectionId: string, amount: Micros, now: Date): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    with undecided as materialized (
      select o.merchant_id, o.id from bank_orders o
        join transactions t on t.merchant_id = o.merchant_id and t.id = o.transaction_id
       where o.kind = 'initiation' and o.connection_id = ${connectionId} and t.amount = ${amount}),
    hastened as (
      update bank_orders o set next_step_at = least(o.next_step_at, ${now}) from undecided u
       where o.merchant_id = u.merchant_id and o.id = u.id and o.state = ${ordered.to})
    select count(*)::int as count from undecided`
  return row?.count ?? 0
}

/** Orders the bank should have been asked about by now. Counting stops at `most`. */
export const countOrders = async (sql: Sql, now: Date, most: number) => {
  const [row] = await sql<{ due: number; exceptions: number }[]>`
    select (select count(*)::int from (
              select from bank_orders where next_step_at <= ${now} limit ${most}) due) as due,
           (select count(*)::int from (
              select from bank_exceptions where state = 'Open' limit ${most}) open) as exceptions`
  return row ?? { due: 0, exceptions: 0 }
}

/** A row of `bank_exceptions`. */
export type BankException = {
  merchantId: string
  id: string
  /** Null: none of ours is known for it, and the three below say what the bank told. */
  transactionId: string | null
  connectionId: string | null
  endToEndId: string | null
  amount: Micros | null
  /** The order that stands still until this is ended; null: none does. */
  orderId: string | null
  kind: OrderKind
  subject: string | null
  expected: Fact
  said: Fact
  state: ExceptionState
  createdAt: Date
  endedAt: Date | null
  endedBy: string | null
  act: string | null
  note: string | null
}

export const insertException = (tx: Tx, exception: BankException) => tx`
  insert into bank_exceptions (merchant_id, id, transaction_id, connection_id, end_to_end_id, amount, order_id, kind, subject,
                               expected, said, state, created_at)
  select merchant_id, id, transaction_id, connection_id, end_to_end_id, amount, order_id, kind, subject, expected, said,
         state, created_at
    from json_populate_recordset(null::bank_exceptions, ${rows([exception])}::text::json)`

export const lockException = async (tx: Tx, merchantId: string, id: string): Promise<BankException | undefined> => {
  const [exception] = await tx<BankException[]>`
    select * from bank_exceptions where merchant_id = ${merchantId} and id = ${id} for update`
  return exception
}

export const updateEnded = (tx: Tx, exception: BankException) => tx`
  update bank_exceptions
     set state = ${exception.state}, ended_at = ${exception.endedAt}, ended_by = ${exception.endedBy},
         act = ${exception.act}, note = ${exception.note}
   where merchant_id = ${exception.merchantId} and id = ${exception.id} and state = any(${exceptionMove('ended').from})`

export type ListedException = BankException & {
  merchantName: string
  /** Of a refund; null: the order is about the whole transaction. */
  refundAmount: Micros | null
  /** The charge that stray money was meant for, and whose it is. */
  meantFor: { merchantId: string; merchantName: string; transactionId: string } | null
}

const listedExceptions = (sql: Sql) => sql`
  select e.*, m.name as merchant_name, r.amount as refund_amount,
         (select json_build_object('merchantId', s.merchant_id, 'merchantName', c.name, 'transactionId', s.transaction_id)
            from stray_payments s join merchants c on c.id = s.merchant_id
           where s.stray_id = e.transaction_id limit 1) as meant_for
    from bank_exceptions e join merchants m on m.id = e.merchant_id
    left join refunds r on r.merchant_id = e.merchant_id and r.transaction_id = e.transaction_id and r.id = e.subject`

/** Oldest first while they are open, newest first afterwards. */
export const selectExceptions = (
  sql: Sql,
  { state, limit, cursor }: { state: ExceptionState; limit: number; cursor: string | undefined },
) => sql<ListedException[]>`
  ${listedExceptions(sql)}
   where e.state = ${state}
     ${cursor === undefined ? sql`` : state === 'Open' ? sql`and e.id > ${cursor}` : sql`and e.id < ${cursor}`}
   order by ${state === 'Open' ? sql`e.id` : sql`e.id desc`} limit ${limit}`

export const selectException = async (sql: Sql, merchantId: string, id: string) => {
  const [exception] = await sql<ListedException[]>`
    ${listedExceptions(sql)}
     where e.merchant_id = ${merchantId} and e.id = ${id}`
  return exception
}

export const selectExceptionsOf = (sql: Sql | Tx, merchantId: string, transactionId: string) => sql<BankException[]>`
  select * from bank_exceptions where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by id`

export const selectWithoutTransaction = (tx: Tx, connectionId: string, endToEndId: string) => tx<BankException[]>`
  select * from bank_exceptions
   where transaction_id is null and connection_id = ${connectionId} and end_to_end_id = ${endToEndId} order by id`
