import type { Micros } from '../../platform/brazil/money.ts'
import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { earlier, perMerchant } from '../../platform/db/per-merchant.ts'
import type { Fact } from './fact.ts'
import type { BankAnswer, BankException, SentTo } from './exception.ts'
import type { ClaimedOrder, NewOrder, OrderId, OrderKind, Postponed } from './order.ts'
import type { Value } from '../../platform/db/query.ts'
import { type ExceptionState, type OrderState, exceptionMove, orderMove } from './states.ts'

const ordered = orderMove('ordered')
const claimed = orderMove('claimed')
const postponed = orderMove('postponed')
const finished = orderMove('finished')
const held = orderMove('held')
const released = orderMove('released')
const excepted = orderMove('excepted')
const doubted = orderMove('doubted')
const withdrawn = orderMove('withdrawn')
const sentAgain = orderMove('sentAgain')
const ended = orderMove('ended')

export const insertOrders = (tx: Tx, orders: NewOrder[]) =>
  perMerchant(
    tx,
    orders,
    (some, own) => tx`
      insert into bank_orders (merchant_id, id, kind, transaction_id, subject, connection_id, state, next_step_at,
                               created_at, key_look_up)
      select ${own.id}, id, kind, transaction_id, subject, connection_id, ${ordered.to}, next_step_at, created_at, key_look_up
        from ${own.place} json_populate_recordset(null::bank_orders, ${rows(some)}::text::json)`,
  )

/** Only if it was never sent: after that the bank may have received it. */
export const deleteUnclaimed = (tx: Tx, { merchantId, id }: OrderId) => tx`
  delete from bank_orders
   where merchant_id = ${merchantId} and id = ${id} and state = any(${withdrawn.from})
     and attempts <= case when state = ${held.to} then 1 else 0 end`

/** How a bank identifies an order: by our id or by its own. */
export type Hint = Record<'bankOrderId' | 'bankReference' | 'cause' | 'words', string | null>

/** Leases a new order to the process that placed it, unless another has claimed it. */
export const claimNew = async (sql: Sql, { merchantId, id }: OrderId, leaseUntil: Date) => {
  const [order] = await sql<ClaimedOrder[]>`
    update bank_orders set state = ${claimed.to}, next_step_at = ${leaseUntil}, attempts = attempts + 1, step = step + 1
     where merchant_id = ${merchantId} and id in (
             select id from bank_orders
              where merchant_id = ${merchantId} and id = ${id} and attempts = 0 for update skip locked)
       and state = any(${claimed.from})
    returning *`
  return order
}

/** Leases a waiting order without changing its position in the schedule. */
export const claimWaiting = async (sql: Sql, { merchantId, id }: OrderId, leaseUntil: Date) => {
  const [order] = await sql<ClaimedOrder[]>`
    update bank_orders set state = ${claimed.to}, next_step_at = ${leaseUntil}, attempts = attempts + 1, step = greatest(step, 1)
     where merchant_id = ${merchantId} and id = ${id} and state = ${ordered.to} returning *`
  return order
}

/** A deferral uses no step of the schedule; `deferrals` counts the attempts that sent nothing. */
export const postponeOrder = (
  sql: Sql,
  { merchantId, id, attempts, step, unansweredSince }: ClaimedOrder,
  { nextStepAt, isBankAway = false, isDeferred = false, isUnsent = false, refusals = 0 }: Postponed,
) => sql`
  update bank_orders
     set state = ${postponed.to}, next_step_at = ${nextStepAt}, is_bank_away = ${isBankAway}, refusals = ${refusals},
         unanswered_since = ${unansweredSince},
         step = ${Math.max(step - Number(isDeferred), 0)}, deferrals = deferrals + ${Number(isUnsent)}::integer
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = any(${postponed.from})`

/** Holding an order uses no step of the schedule. */
export const holdOrder = (sql: Sql, { merchantId, id, attempts }: ClaimedOrder) => sql`
  update bank_orders set state = ${held.to}, next_step_at = null, step = step - 1, unanswered_since = null
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = any(${held.from})`

export const releaseOrders = (sql: Sql, merchants: { merchantId: string }[], leftOut: string[], now: Date) =>
  perMerchant(
    sql,
    merchants,
    (some, own, by) => by`
      update bank_orders set state = ${released.to}, next_step_at = ${now}
       where merchant_id = any(${some.map(({ merchantId }) => merchantId)}::uuid[]) and state = any(${released.from})
         and (connection_id = any(${leftOut}::uuid[])) is not true ${own.tenantFilter('merchant_id')}
         and (kind <> 'payout' or merchant_id not in (select id from merchants where payout_connections && ${leftOut}::uuid[]))`,
  )

/** Merchants with held orders that are not suspended, at banks that are not left out; of payouts also not among theirs. */
export const selectReleasable = (sql: Sql, leftOut: string[], most: number) => sql<{ merchantId: string }[]>`
  select distinct o.merchant_id from bank_orders o join merchants m on m.id = o.merchant_id
   where o.state = ${held.to} and m.state <> 'Suspended' and (o.connection_id = any(${leftOut}::uuid[])) is not true
     and (o.kind <> 'payout' or not m.payout_connections && ${leftOut}::uuid[]) limit ${most}`

export type UnfinishedOrder = Pick<ClaimedOrder, 'merchantId' | 'id' | 'kind' | 'transactionId' | 'subject'> &
  Pick<ClaimedOrder, 'connectionId' | 'bankReference' | 'attempts' | 'deferrals'>

/** Unfinished orders that a bank may have carried out twice, created up to a time, in the order of ids after `after`. */
export const selectUnfinished = (sql: Sql, until: Date, after: string, most: number) => sql<UnfinishedOrder[]>`
  select merchant_id, id, kind, transaction_id, subject, connection_id, bank_reference, attempts, deferrals
    from bank_orders
   where id > ${after} and kind in ('payout', 'return', 'registration') and created_at <= ${until}
   order by id limit ${most}`

/** Counts as claimed twice, so that the bank is asked before anything is sent and the order cannot be withdrawn. */
export const noteSentBefore = (sql: Sql, { merchantId, id }: OrderId) => sql`
  update bank_orders set attempts = greatest(attempts, 2), deferrals = 0 where merchant_id = ${merchantId} and id = ${id}`

/** The higher number fences off a process that is taking a step with it. */
export const doubtOrder = (tx: Tx, { merchantId, id }: OrderId) => tx`
  update bank_orders set state = ${doubted.to}, next_step_at = null, attempts = greatest(attempts, 2) + 1
   where merchant_id = ${merchantId} and id = ${id} and state = any(${doubted.from})`

/** Of an order that was an exception before. What a bank has reported stays; only its silence is explained anew. */
export const doubtException = (tx: Tx, { merchantId, id }: OrderId, said: Fact) => tx`
  update bank_exceptions set said = ${JSON.stringify(said)}::text::jsonb
   where merchant_id = ${merchantId} and bank_order_id = ${id} and state = 'Open' and said->>'code' = 'noEnd'`

/**
 * Payouts of this amount, found since a time, that a bank has sent and the books lack. Reviewed ones too: a note books
 * nothing. Not those that the bank has refused after all. Of every bank: the merchant may repeat the order at another.
 */
export const selectUnbooked = (sql: Sql, subject: string, amount: Micros, since: Date) => sql<
  { endToEndId: string; sentTo: SentTo | null }[]
>`
  select end_to_end_id, sent_to from bank_exceptions
   where transaction_id is null and subject = ${subject} and amount = ${amount} and created_at >= ${since} and not (state = 'Ended' and said->>'code' = 'amountInProcess')
   order by id limit 1000`

/** Payouts that a process is calling a bank about. Counting stops at `most`. */
export const countAsking = async (sql: Sql, merchantId: string, most: number): Promise<number> => {
  const [row] = await sql<{ asking: number }[]>`
    select count(*)::int as asking from (
      select 1 from bank_orders
       where merchant_id = ${merchantId} and kind = 'payout' and state = ${claimed.to} limit ${most}) asking`
  return row?.asking ?? 0
}

export const keepReference = (sql: Sql, { merchantId, id, attempts }: ClaimedOrder, reference: string) => sql`
  update bank_orders set bank_reference = ${reference}
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts}`

export const deleteClaimed = (tx: Tx, { merchantId, id, attempts }: ClaimedOrder) => tx`
  delete from bank_orders
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = any(${finished.from})`

export const stopOrder = (tx: Tx, { merchantId, id, attempts }: ClaimedOrder) => tx`
  update bank_orders set state = ${excepted.to}, next_step_at = null
   where merchant_id = ${merchantId} and id = ${id} and attempts = ${attempts} and state = any(${excepted.from})`

/** The schedule restarts; `attempts` continues because it is the fence. */
export const restartOrder = (tx: Tx, { merchantId, id }: OrderId, now: Date) => tx`
  update bank_orders set state = ${sentAgain.to}, next_step_at = ${now}, step = 0, refusals = 0, unanswered_since = null
   where merchant_id = ${merchantId} and id = ${id} and state = any(${sentAgain.from})`

export const deleteStopped = (tx: Tx, { merchantId, id }: OrderId) => tx`
  delete from bank_orders where merchant_id = ${merchantId} and id = ${id} and state = any(${ended.from})`

export const selectOrder = async (sql: Sql | Tx, { merchantId, id }: OrderId): Promise<ClaimedOrder | undefined> => {
  const [order] = await sql<ClaimedOrder[]>`select * from bank_orders where merchant_id = ${merchantId} and id = ${id}`
  return order
}

/** Whether a bank order exists for a transaction, of one kind and subject only where given. */
export async function hasOrder(tx: Tx, { merchantId, id }: OrderId, of?: Pick<NewOrder, 'kind' | 'subject'>) {
  const only = of ? tx`and kind = ${of.kind} and subject = ${of.subject}` : tx``
  const own = tx`merchant_id = ${merchantId} and transaction_id = ${id}`
  return (await tx`select 1 from bank_orders where ${own} ${only} limit 1`).length > 0
}

/** `unnamed`: orders of this amount that the bank has not named yet may be it, too. */
type Named = Omit<Hint, 'cause' | 'words'> & { unnamed?: { connectionId: string; amount: Micros } }

/** The state of the unfinished order that is, or may be, what a bank names; null: there is none. */
export const stateOfNamed = async (sql: Sql, { bankOrderId, bankReference, unnamed }: Named) => {
  const [found] = await sql<{ state: OrderState }[]>`
    select o.state from bank_orders o join transactions t on t.merchant_id = o.merchant_id and t.id = o.transaction_id
     where o.kind = 'payout' and (
       o.id = ${bankOrderId} or lower(o.bank_reference) = lower(${bankReference})
       or o.bank_reference is null and o.state <> ${excepted.to} and t.amount = ${unnamed?.amount ?? null}
          and (o.state = ${claimed.to} or o.attempts - o.deferrals > 1 or o.state = ${ordered.to} and o.attempts > o.deferrals)
          and coalesce(o.connection_id, (select id from bank_connections where is_default)) = ${unnamed?.connectionId ?? null})
     limit 1`
  return found?.state ?? null
}

/** Makes a waiting order due now, found by our id or by the bank's. */
export const wakeOrder = (sql: Sql, { bankOrderId, bankReference, cause, words }: Hint, now: Date) => sql`
  update bank_orders set next_step_at = least(next_step_at, ${now}), cause_from_notice = coalesce(${cause}, cause_from_notice),
         words_from_notice = coalesce(${words}, words_from_notice)
   where state = ${ordered.to} and ${bankOrderId === null ? sql`lower(bank_reference) = lower(${bankReference})` : sql`id = ${bankOrderId}`}`

/** Brings the next steps of a merchant's orders forward, because its sandbox clock was moved. */
export const bringStepsForward = (tx: Tx, merchantId: string, seconds: number) => tx`
  update bank_orders set next_step_at = ${earlier('next_step_at', seconds)}
   where merchant_id = ${merchantId} and state = ${ordered.to}`

/**
 * Makes waiting orders due now. The schedule of those that waited for a bank that gave no answer starts again; a probe
 * uses no step of it.
 */
const wakeAll = (sql: Sql, orders: OrderId[], now: Date, { isProbe = false } = {}) =>
  perMerchant(
    sql,
    orders,
    (some, own, by) => by`
      update bank_orders o
         set next_step_at = least(o.next_step_at, ${now}), is_bank_away = o.is_bank_away and ${isProbe},
             step = case when ${isProbe} then greatest(o.step - 1, 0) when o.is_bank_away and o.refusals = 0 then 0 else o.step end
        from unnest(${some.map(u => u.merchantId)}::uuid[], ${some.map(u => u.id)}::uuid[]) as u(merchant_id, id)
       where o.merchant_id = u.merchant_id and o.id = u.id and o.state = ${ordered.to} ${own.tenantFilter('o.merchant_id')}`,
  )

/** `isMended`: what the bank refused orders for was mended, so that these go on, too. `isResumed`: it was paused, and no order could ask it. */
export type Woken = { kind?: OrderKind; isMended?: boolean; isResumed?: boolean }

/** Makes the orders due that wait because this bank did not answer. A wake would use up a refusal, which is counted by time. */
export const wakeBankAway = async (sql: Sql, connectionId: string | null, now: Date, woken: Woken) => {
  const { kind, isMended, isResumed = false } = woken
  const waiting = await sql<OrderId[]>`
    select merchant_id, id from bank_orders
     where (is_bank_away or ${isResumed} and state = ${ordered.to}) and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
       and ${isMended === true ? sql`true` : sql`refusals = 0`}
       and coalesce(connection_id, (select id from bank_connections where is_default))
         = coalesce(${connectionId}::uuid, (select id from bank_connections where is_default))`
  await wakeAll(sql, waiting, now)
}

/**
 * Makes one order of each kind due at each bank that gave no answer, unless one is due anyway: it finds the end of the outage.
 * By attempts, so that they take turns: one that its bank never answers does not hide the end from the others.
 */
export const wakeProbes = async (sql: Sql, now: Date): Promise<void> => {
  const first = await sql<(OrderId & { nextStepAt: Date })[]>`
    select distinct on (connection_id, kind) merchant_id, id, next_step_at from bank_orders
     where is_bank_away and refusals = 0 and state = ${ordered.to}
     order by connection_id, kind, next_step_at <= ${now} desc, attempts, next_step_at`
  const probes = first.filter(({ nextStepAt }) => nextStepAt > now)
  await wakeAll(sql, probes, now, { isProbe: true })
}

/** Makes the initiations of this amount at a bank due now, and returns how many are unfinished. */
export const wakeInitiations = async (sql: Sql, connectionId: string, amount: Micros, now: Date): Promise<number> => {
  const undecided = await sql<OrderId[]>`
    select o.merchant_id, o.id from bank_orders o
      join transactions t on t.merchant_id = o.merchant_id and t.id = o.transaction_id
     where o.kind = 'initiation' and o.connection_id = ${connectionId} and t.amount = ${amount}`
  await wakeAll(sql, undecided, now)
  return undecided.length
}

export const insertException = (tx: Tx, exception: BankException) => tx`
  insert into bank_exceptions (merchant_id, id, transaction_id, connection_id, end_to_end_id, amount, sent_to, bank_order_id,
                               kind, subject, expected, said, state, created_at)
  select merchant_id, id, transaction_id, connection_id, end_to_end_id, amount, sent_to, bank_order_id, kind, subject,
         expected, said, state, created_at
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

/** What each side says now of a difference that is open. */
export const updateFacts = (tx: Tx, { merchantId, id, expected, said, amount, sentTo }: BankException) => tx`
  update bank_exceptions set amount = ${amount}, expected = ${JSON.stringify(expected)}::text::jsonb, said = ${JSON.stringify(said)}::text::jsonb, sent_to = ${sentTo && JSON.stringify(sentTo)}::text::jsonb
   where merchant_id = ${merchantId} and id = ${id} and state = any(${exceptionMove('ended').from})`

export const updateAnswer = (sql: Sql | Tx, { merchantId, id }: BankException, answer: BankAnswer, at: Date) => sql`
  update bank_exceptions set bank_answer = ${answer}, bank_answered_at = ${at}
   where merchant_id = ${merchantId} and id = ${id} and state = any(${exceptionMove('ended').from})`

export type ListedException = BankException & {
  merchantName: string
  /** The amount of the refund; null if the order is about the whole transaction. */
  refundAmount: Micros | null
  /** The charge that an unmatched payment was intended for, with its merchant. */
  meantFor: { merchantId: string; merchantName: string; transactionId: string } | null
}

/** Joined after the selection: the charge that an unmatched payment was intended for is another merchant's. */
const listedExceptions = (sql: Sql, which: Value, order: Value) => sql<ListedException[]>`
  with listed as materialized (
    select e.*, m.name as merchant_name, r.amount as refund_amount
      from bank_exceptions e join merchants m on m.id = e.merchant_id
      left join refunds r on r.merchant_id = e.merchant_id and r.transaction_id = e.transaction_id and r.id = e.subject
     where ${which})
  select e.*, case when s.unmatched_id is not null then json_build_object(
           'merchantId', s.merchant_id, 'merchantName', c.name, 'transactionId', s.transaction_id) end as meant_for
    from listed e
    left join unmatched_payments s on s.unmatched_id = e.transaction_id
    left join merchants c on c.id = s.merchant_id
   order by ${order}`

/** Open exceptions oldest first, closed ones newest first. */
export const selectExceptions = (
  sql: Sql,
  { state, limit, cursor }: { state: ExceptionState; limit: number; cursor: string | undefined },
) => {
  const order = state === 'Open' ? sql`e.id` : sql`e.id desc`
  const after = cursor === undefined ? sql`` : state === 'Open' ? sql`and e.id > ${cursor}` : sql`and e.id < ${cursor}`
  return listedExceptions(sql, sql`e.state = ${state} ${after} order by ${order} limit ${limit}`, order)
}

export const selectException = async (sql: Sql, merchantId: string, id: string) => {
  const [exception] = await listedExceptions(sql, sql`e.merchant_id = ${merchantId} and e.id = ${id}`, sql`e.id`)
  return exception
}

export const selectExceptionsOf = (sql: Sql | Tx, merchantId: string, transactionId: string) => sql<BankException[]>`
  select * from bank_exceptions where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by id`

export const lockOpenOf = (tx: Tx, merchantId: string, transactionId: string) => tx<BankException[]>`
  select * from bank_exceptions
   where merchant_id = ${merchantId} and transaction_id = ${transactionId} and state = 'Open' order by id for update`

/** Null: of any connection. */
export const selectWithoutTransaction = (tx: Sql | Tx, connectionId: string | null, endToEndId: string) => tx<
  BankException[]
>`
  select * from bank_exceptions
   where transaction_id is null and coalesce(connection_id = ${connectionId}, true) and lower(end_to_end_id) = lower(${endToEndId})
   order by id`

export const lockOfSubject = (tx: Tx, merchantId: string, connectionId: string, subject: string) => tx<BankException[]>`
  select * from bank_exceptions
   where merchant_id = ${merchantId} and connection_id = ${connectionId} and subject = ${subject} order by id for update`

/** One process at a time records differences of a bank, so that none is recorded twice. */
export const lockConnection = (tx: Tx, connectionId: string) => tx`
  select pg_advisory_xact_lock(hashtextextended('reconciliation ' || ${connectionId}::text, 0))`

export const countHeld = (sql: Sql, merchantIds: string[], most: number) => sql<
  { merchantId: string; count: number }[]
>`
  select merchant_id, count(*)::int as count from (
    select merchant_id from bank_orders
     where merchant_id = any(${merchantIds}::uuid[]) and state = ${held.to} limit ${most}) held
   group by 1`

export type Lane = { lane: string }

/**
 * The lanes (the orders of one merchant at one bank) that have orders, after `after`: one index lookup each. `isDue` is
 * about the first order of a lane; orders at a paused bank wait and use no step of the schedule.
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

/** Citus cannot run the recursive walk across nodes, so each node reads all waiting orders. */
const counted = (sql: Sql, after: string, most: number) => sql`
  with walk as materialized (
    select lane, min(next_step_at) as next_step_at from bank_orders
     where next_step_at is not null and lane > ${after} group by merchant_id, lane order by lane limit ${most})`

/** Leases due orders up to each lane's free slots. Counted before it is made, so that a killed attempt counts. */
export const claimDue = (sql: Sql, claims: (Lane & { room: number })[], now: Date, leaseUntil: Date) =>
  perMerchant(
    sql,
    claims.map(one => ({ ...one, merchantId: merchantOf(one) })),
    (some, own, by) => by<ClaimedOrder[]>`
      with due as materialized (
        select o.merchant_id, o.id from json_to_recordset(${rows(some)}::text::json) as w(lane text, room integer)
         cross join lateral (
           select merchant_id, id from bank_orders
            where lane = w.lane and next_step_at <= ${now} ${own.tenantFilter('merchant_id')}
            order by next_step_at limit w.room
              for update skip locked) o)
      update bank_orders o set state = ${claimed.to}, next_step_at = ${leaseUntil}, attempts = o.attempts + 1, step = o.step + 1
        from due
       where o.merchant_id = due.merchant_id and o.id = due.id and o.state = any(${claimed.from})
         ${own.tenantFilter('o.merchant_id')}
      returning o.*`,
  )

const merchantOf = ({ lane }: Lane): string => lane.slice(lane.lastIndexOf(' ') + 1)
