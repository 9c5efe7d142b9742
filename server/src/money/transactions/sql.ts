import { type Total, mostCounted, totalOf } from '../../platform/db/bounded-count.ts'
import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { perMerchant, perMerchantWithRows } from '../../platform/db/per-merchant.ts'
import { part } from '../../platform/db/query.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'
import type { ReadTransaction, Transaction, TransactionId } from './transaction.ts'
import { orderKey } from './order-key.ts'
import type { Operation, State } from './states.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { UnmatchedReason } from './unmatched.ts'

/** What this release knows of a transaction: the next one may have more columns, which then have their defaults. */
const columns = (sql: Sql | Tx) => sql`
  id, operation, state, amount, editable, paid_amount, charge_fixed, charge_rate, charges, order_id,
  order_description, idempotency_key, request_hash, counterparty, pix_key, pix_key_type, qr_code, redirect_url,
  participant, external_id, end_to_end_id, webhook_url, webhook_header_name, webhook_header_value, created_at,
  registered_at, completed_at, cancelled_at, refunded_at, reversed_at, error_at, error_cause, expires_at, events,
  refunded_amount, refunding_amount, disputed_amount, key_id, connection_id, payment_link_id`

/** Inserts what is new and answers which; an order id seen before inserts nothing and answers nothing. */
export const insertTransactions = (sql: Sql | Tx, transactions: Transaction[]) =>
  perMerchant(
    sql,
    transactions,
    (some, own, by) => by<TransactionId[]>`
      insert into transactions (merchant_id, ${columns(by)})
      select ${own.id}, ${columns(by)}
        from ${own.place} json_populate_recordset(null::transactions, ${rows(some)}::text::json) n
          on conflict (idempotency_key, merchant_id, operation) do nothing
      returning merchant_id, id`,
  )

/** Each is looked up by its key, whatever the planner believes of the table: a lateral with a limit is never a scan. */
export const selectByIdempotencyKey = (sql: Sql | Tx, like: OnceKey[]) =>
  perMerchant(
    sql,
    like,
    (some, own, by) => by<Transaction[]>`
      select t.*
        from unnest(
          ${some.map(k => k.merchantId)}::uuid[], ${some.map(k => k.idempotencyKey)}::text[],
          ${some.map(k => k.operation)}::text[]) as request(merchant_id, idempotency_key, operation)
        cross join lateral (
          select * from transactions t
           where t.merchant_id = request.merchant_id and t.idempotency_key = request.idempotency_key
             and t.operation = request.operation ${own.tenantFilter('t.merchant_id')}
           limit 1) t`,
  )

type OnceKey = Pick<Transaction, 'merchantId' | 'idempotencyKey' | 'operation'>

/** Locks the rows until commit, in id order, so that two groups never deadlock. */
export const lockTransactions = (tx: Tx, ids: TransactionId[]) =>
  perMerchant(
    tx,
    ids,
    (some, own) => tx<Transaction[]>`
      select t.*
        from (select * from ${idsOf(tx, some)} as w(merchant_id, id) order by merchant_id, id) requested
        cross join lateral (
          select * from transactions t where t.merchant_id = requested.merchant_id and t.id = requested.id
             ${own.tenantFilter('t.merchant_id')} limit 1 for update) t`,
  )

/** Those of the transactions that are there and that nobody else holds: locked until commit, without waiting. */
export const lockFreeTransactions = (tx: Tx, ids: TransactionId[]) =>
  perMerchant(
    tx,
    ids,
    (some, own) => tx<TransactionId[]>`
      select t.merchant_id, t.id
        from ${idsOf(tx, some)} as requested(merchant_id, id)
        cross join lateral (
          select merchant_id, id from transactions t where t.merchant_id = requested.merchant_id and t.id = requested.id
             ${own.tenantFilter('t.merchant_id')} limit 1
             for update skip locked) t`,
  )

const idsOf = (sql: Sql | Tx, ids: readonly TransactionId[]) =>
  sql`unnest(${ids.map(i => i.merchantId)}::uuid[], ${ids.map(i => i.id)}::uuid[])`

/** Writes what an event can change. */
export const updateTransactions = (tx: Tx, transactions: Transaction[]) =>
  perMerchant(
    tx,
    transactions,
    (some, own) => tx`
      update transactions t
         set state = n.state, paid_amount = n.paid_amount, charges = n.charges, participant = n.participant,
             end_to_end_id = n.end_to_end_id, external_id = n.external_id, registered_at = n.registered_at,
             completed_at = n.completed_at, cancelled_at = n.cancelled_at, refunded_at = n.refunded_at,
             reversed_at = n.reversed_at, error_at = n.error_at, error_cause = n.error_cause,
             webhook_url = n.webhook_url, events = n.events, refunded_amount = n.refunded_amount,
             refunding_amount = n.refunding_amount, disputed_amount = n.disputed_amount, expires_at = n.expires_at
        from json_populate_recordset(null::transactions, ${rows(some)}::text::json) n
       where t.merchant_id = n.merchant_id and t.id = n.id ${own.tenantFilter('t.merchant_id')}`,
  )

/** With the fate of the newest webhook event of each; of one that is deleted only whether it had failed is known. */
export const selectTransactions = (sql: Sql, ids: TransactionId[]) =>
  perMerchant(
    sql,
    ids,
    (some, own, by) => by<ReadTransaction[]>`
      select t.*, d.last_attempt_at as delivery_time,
             coalesce(d.status, (
               select 'Failed' from undelivered u
                where u.merchant_id = t.merchant_id and u.transaction_id = t.id and u.position = t.events
                  ${own.tenantFilter('u.merchant_id')})) as delivery_status
        from ${idsOf(by, some)} as requested(merchant_id, id)
        join transactions t using (merchant_id, id)
        left join lateral (
          select status, last_attempt_at from webhook_events e
           where e.transaction_id = t.id and e.merchant_id is not distinct from t.merchant_id ${own.tenantFilter('e.merchant_id')}
           order by e.position desc limit 1) d on true
       where true ${own.tenantFilter('t.merchant_id')}`,
  )

/**
 * Locks charges whose time is over, except those that somebody else is changing at this moment, and those that a payer may
 * have paid at a bank which has not said so yet. `merchantId`: only those of one merchant.
 */
export const lockExpired = (tx: Tx, now: Date, most: number, merchantId?: string) => {
  const one = merchantId === undefined ? part`` : part`and t.merchant_id = ${merchantId}`
  const expired = part`t.state = 'Registered' and t.expires_at <= ${now} ${one}`
  return perMerchantWithRows(
    tx,
    most,
    () =>
      tx`select t.merchant_id from transactions t where ${expired} group by 1 order by min(t.expires_at) limit ${most}`,
    (own, share) => tx<Pick<Transaction, 'merchantId' | 'id' | 'operation' | 'connectionId'>[]>`
      select t.merchant_id, t.id, t.operation, t.connection_id from transactions t
        left join lateral (
          select true as is_there from bank_orders o
           where o.merchant_id = t.merchant_id and o.transaction_id = t.id and o.kind = 'initiation'
             ${own.tenantFilter('o.merchant_id')} limit 1) undecided on true
       where ${expired} and undecided.is_there is null ${own.tenantFilter('t.merchant_id')}
       order by t.expires_at limit ${share} for update of t skip locked`,
  )
}

export type Filter = {
  merchantId: string
  orderId?: string | undefined
  paymentLinkId?: string | undefined
  states?: State[] | undefined
  operations?: string[] | undefined
  startDate?: Date | undefined
  endDate?: Date | undefined
}

/** Ids contain the time of creation, so that the primary key serves every period. */
const within = (sql: Sql, filter: Filter) => sql`
  merchant_id = ${filter.merchantId} ${ofRareState(sql, filter.states)}
  ${filter.orderId === undefined ? sql`` : sql`and idempotency_key = ${orderKey(filter.orderId)}`}
  ${filter.paymentLinkId === undefined ? sql`` : ofLink(sql, filter.paymentLinkId)}
  ${filter.startDate === undefined ? sql`` : sql`and id >= ${firstUuidOf(filter.startDate.getTime())}`}
  ${filter.endDate === undefined ? sql`` : sql`and id < ${firstUuidOf(filter.endDate.getTime() + 1)}`}`

const ofLink = (sql: Sql, id: string) => sql`and payment_link_id = ${id} and payment_link_id is not null`

/** States that few transactions are in have an index, which is found where its own condition is in the text. */
const rareStates = new Set<State>(['Requested', 'Cancelled', 'Reversed', 'Refunded', 'Error'])
const ofRareState = (sql: Sql, [state, ...others]: State[] = []) =>
  state !== undefined && others.length === 0 && rareStates.has(state)
    ? sql`and state in ('Requested', 'Cancelled', 'Reversed', 'Refunded', 'Error') and state = ${state}`
    : sql``

const matching = (sql: Sql, { states, operations }: Filter) => sql`
  true
  ${states === undefined ? sql`` : sql`and state = any(${states})`}
  ${operations === undefined ? sql`` : sql`and operation = any(${operations})`}`

export const selectPage = (
  sql: Sql,
  filter: Filter,
  page: { limit: number; offset: number; beforeId?: string | undefined },
) =>
  sql<Transaction[]>`
    select * from transactions
     where ${within(sql, filter)} and ${matching(sql, filter)}
       ${page.beforeId === undefined ? sql`` : sql`and id < ${page.beforeId}`}
     order by id desc limit ${page.limit} offset ${page.offset}`

/** Where a filter matches little, so many are looked at, the newest first, and what is older is not counted. */
export const mostLookedAt = 100_000

export const countTransactions = async (sql: Sql, filter: Filter): Promise<Total> => {
  const isFiltered = filter.states !== undefined || filter.operations !== undefined
  const most = isFiltered ? mostLookedAt : mostCounted + 1
  const [{ found, lookedAt } = { found: 0, lookedAt: 0 }] = await sql<{ found: number; lookedAt: number }[]>`
    select count(*) filter (where ${matching(sql, filter)})::int as found, count(*)::int as looked_at
      from (select state, operation from transactions
             where ${within(sql, filter)} order by id desc limit ${most}) newest`
  const { total, totalIsExact } = totalOf(found)
  return { total, totalIsExact: totalIsExact && lookedAt < most }
}

/** By the id that all banks know a payment by. */
export const selectByEndToEndId = async (
  sql: Sql,
  endToEndId: string,
  operations: Operation[],
): Promise<TransactionId | undefined> => {
  const [found] = await sql<TransactionId[]>`
    select merchant_id, id from transactions where end_to_end_id = ${endToEndId} and operation = any(${operations})`
  return found
}

type AtBank = { id: string | null; externalIds: (string | null)[] }

/** A payout that failed or was cancelled here, by our id or by what its bank calls it. */
export const selectFailedPayout = async (sql: Sql, { id, externalIds }: AtBank): Promise<TransactionId | undefined> => {
  const failed = sql`state in ('Cancelled', 'Error') and operation in ('pixCashOut', 'companyPayment', 'withdrawal')`
  const [found] = await sql<TransactionId[]>`
    select merchant_id, id from transactions where ${failed} and id = ${id}
    union all
    select merchant_id, id from transactions
     where ${failed} and external_id is not null
       and external_id = any(${externalIds.filter(one => one !== null)}::text[])
     limit 1`
  return found
}

/** The transaction in which a received payment is booked. */
export type BookedPayment = { endToEndId: string; merchantId: string; transactionId: string }

export const selectBooked = (sql: Sql | Tx, endToEndIds: string[]) => sql<BookedPayment[]>`
  select end_to_end_id, merchant_id, transaction_id from received_payments where end_to_end_id = any(${endToEndIds})`

/** Refused by the database for a payment that is booked already. In the order of ids, as all who wait for each other do. */
export const insertBooked = async (tx: Tx, booked: BookedPayment[]) =>
  booked.length > 0 &&
  tx`
  insert into received_payments (end_to_end_id, merchant_id, transaction_id)
  select end_to_end_id, merchant_id, transaction_id
    from json_populate_recordset(null::received_payments, ${rows(booked)}::text::json) order by end_to_end_id`

export const deleteBooked = (tx: Tx, endToEndId: string) => tx`
  delete from received_payments where end_to_end_id = ${endToEndId}`

/** Money that came for a charge and could not be credited: the charge, and the platform's transaction that keeps it. */
export type UnmatchedLink = {
  merchantId: string
  transactionId: string
  unmatchedId: string
  reason: Exclude<UnmatchedReason, 'NoCharge'>
  createdAt: Date
}

export const insertUnmatchedLinks = async (tx: Tx, links: UnmatchedLink[]) =>
  links.length > 0 &&
  tx`
  insert into unmatched_payments (merchant_id, transaction_id, unmatched_id, reason, created_at)
  select merchant_id, transaction_id, unmatched_id, reason, created_at
    from json_populate_recordset(null::unmatched_payments, ${rows(links)}::text::json)`

export type UnmatchedPayment = UnmatchedLink & Pick<Transaction, 'amount' | 'endToEndId' | 'participant' | 'refundedAt'>

export const selectUnmatchedOf = (sql: Sql, merchantId: string, transactionId: string) => sql<UnmatchedPayment[]>`
  with links as materialized (
    select * from unmatched_payments where merchant_id = ${merchantId} and transaction_id = ${transactionId})
  select l.*, s.amount, s.end_to_end_id, s.participant, s.refunded_at
    from links l join transactions s on s.merchant_id = ${platformId} and s.id = l.unmatched_id
   order by l.unmatched_id`
