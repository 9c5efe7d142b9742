import { type Total, mostCounted, totalOf } from '../../platform/db/bounded-count.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import { type Sql, type Tx, recordset, rows } from '../../platform/db/db.ts'
import { perMerchant, perMerchantWithRows } from '../../platform/db/per-merchant.ts'
import { type Value, part } from '../../platform/db/query.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { firstUuidOf } from '../../platform/lib/uuid.ts'
import type { ReadTransaction, Transaction, TransactionId } from './transaction.ts'
import { orderKey } from './order-key.ts'
import type { State } from './states.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import type { KeptComponents, UnmatchedReason } from './unmatched.ts'

/** What this release knows of a transaction: the next one may have more columns, which then have their defaults. */
const columns = (sql: Sql | Tx) => sql`
  id, operation, state, amount, editable, paid_amount, charge_fixed, charge_rate, charges, order_id,
  order_description, idempotency_key, request_hash, counterparty, pix_key, pix_key_type, qr_code, redirect_url,
  participant, external_id, end_to_end_id, webhook_url, webhook_header_name, webhook_header_value, created_at,
  registered_at, completed_at, cancelled_at, refunded_at, reversed_at, error_at, error_cause, bank_words, expires_at, events,
  refunded_amount, refunding_amount, disputed_amount, key_id, connection_id, payment_link_id, customer_id,
  metadata, only_this_payer`

/** Fails if one of their order ids was seen before. */
export const insertTransactions = (sql: Sql | Tx, transactions: Transaction[]) => insertRows(sql, transactions, part``)

/** Inserts what is new and returns which. PostgreSQL writes each row in two steps for it, which costs a sixth more. */
export const insertUnseen = (sql: Sql | Tx, transactions: Transaction[]) =>
  insertRows(
    sql,
    transactions,
    part`on conflict (idempotency_key, merchant_id, operation) do nothing returning merchant_id, id`,
  )

const insertRows = (sql: Sql | Tx, transactions: Transaction[], ifSeen: Value) =>
  perMerchant(
    sql,
    transactions,
    (some, own, by) => by<TransactionId[]>`
      insert into transactions (merchant_id, ${columns(by)})
      select ${own.id}, ${columns(by)}
        from ${own.place} ${recordset('transactions', some)} n ${ifSeen}`,
  )

/** Each is looked up by its key, whatever the planner believes of the table: a lateral with a limit is never a scan. */
const byIdempotencyKey = <Found extends object>(sql: Sql | Tx, like: OnceKey[], columns: Value) =>
  perMerchant(
    sql,
    like,
    (some, own, by) => by<Found[]>`
      select t.*
        from unnest(
          ${some.map(k => k.merchantId)}::uuid[], ${some.map(k => k.idempotencyKey)}::text[],
          ${some.map(k => k.operation)}::text[]) as request(merchant_id, idempotency_key, operation)
        cross join lateral (
          select ${columns} from transactions t
           where t.merchant_id = request.merchant_id and t.idempotency_key = request.idempotency_key
             and t.operation = request.operation ${own.tenantFilter('t.merchant_id')}
           limit 1) t`,
  )

export const selectByIdempotencyKey = (sql: Sql | Tx, like: OnceKey[]) =>
  byIdempotencyKey<Transaction>(sql, like, part`*`)

export const selectKnownKeys = (sql: Sql | Tx, like: OnceKey[]) =>
  byIdempotencyKey<OnceKey>(sql, like, part`merchant_id, idempotency_key, operation`)

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

/** What every event can change. */
// biome-ignore format: a line for each is a page
const changing = ({
  merchantId, id, state, paidAmount, charges, participant, endToEndId, externalId, registeredAt, completedAt,
  cancelledAt, refundedAt, reversedAt, errorAt, errorCause, bankWords, webhookUrl, events, refundedAmount,
  refundingAmount, disputedAmount, expiresAt
}: Transaction) => ({
  merchantId, id, state, paidAmount, charges, participant, endToEndId, externalId, registeredAt, completedAt,
  cancelledAt, refundedAt, reversedAt, errorAt, errorCause, bankWords, webhookUrl, events, refundedAmount,
  refundingAmount, disputedAmount, expiresAt
})

/** Writes what an event can change, without what `updateCharges` writes. */
export const updateTransactions = (tx: Tx, transactions: Transaction[]) =>
  perMerchant(
    tx,
    transactions.map(changing),
    (some, own) => tx`
      update transactions t
         set state = n.state, paid_amount = n.paid_amount, charges = n.charges, participant = n.participant,
             end_to_end_id = n.end_to_end_id, external_id = n.external_id, registered_at = n.registered_at,
             completed_at = n.completed_at, cancelled_at = n.cancelled_at, refunded_at = n.refunded_at,
             reversed_at = n.reversed_at, error_at = n.error_at, error_cause = n.error_cause, bank_words = n.bank_words,
             webhook_url = n.webhook_url, events = n.events, refunded_amount = n.refunded_amount,
             refunding_amount = n.refunding_amount, disputed_amount = n.disputed_amount, expires_at = n.expires_at
        from ${recordset('transactions', some)} n
       where t.merchant_id = n.merchant_id and t.id = n.id ${own.tenantFilter('t.merchant_id')}`,
  )

/** Writes what only a bill changes, whose terms change or whose boleto its bank registers: a payment writes none of it. */
export const updateCharges = async (tx: Tx, transactions: Transaction[]) =>
  transactions.length > 0 &&
  perMerchant(
    tx,
    transactions,
    (some, own) => tx`
      update transactions t
         set amount = n.amount, order_description = n.order_description, qr_code = n.qr_code, pix_key = n.pix_key,
             pix_key_type = n.pix_key_type
        from ${recordset('transactions', some)} n
       where t.merchant_id = n.merchant_id and t.id = n.id ${own.tenantFilter('t.merchant_id')}`,
  )

export const updateConnection = (tx: Tx, { merchantId, id }: TransactionId, connectionId: string) => tx`
  update transactions set connection_id = ${connectionId}
   where merchant_id = ${merchantId} and id = ${id} and connection_id is distinct from ${connectionId}`

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

/** Locks charges that ended before a moment, bills before another, except locked ones and those that a bank may have been paid for without saying so yet. */
export const lockExpired = (
  tx: Tx,
  { now, bills }: { now: Date; bills: Date },
  { most, merchantId }: { most: number; merchantId: string | undefined },
) => {
  const one = merchantId === undefined ? part`` : part`and t.merchant_id = ${merchantId}`
  const inGrace = part`t.operation = 'pixBill' and t.expires_at > ${bills}`
  const expired = part`t.state = 'Registered' and t.expires_at <= ${now} and not (${inGrace}) ${one}`
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
  customerId?: string | undefined
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
  ${filter.customerId === undefined ? sql`` : ofCustomer(sql, filter.customerId)}
  ${filter.startDate === undefined ? sql`` : sql`and id >= ${firstUuidOf(filter.startDate.getTime())}`}
  ${filter.endDate === undefined ? sql`` : sql`and id < ${firstUuidOf(filter.endDate.getTime() + 1)}`}`

const ofLink = (sql: Sql, id: string) => sql`and payment_link_id = ${id} and payment_link_id is not null`

const ofCustomer = (sql: Sql, id: string) => sql`and customer_id = ${id} and customer_id is not null`

/** Sums of the charges of a customer, of the newest so many. Money that went back is not taken out of `paid`. */
export type CustomerSums = { count: number; asked: Micros; open: Micros; paid: Micros; returned: Micros }

export const sumOfCustomer = async (sql: Sql, filter: Filter, most: number): Promise<CustomerSums> => {
  const [sums] = await sql<CustomerSums[]>`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as asked,
           coalesce(sum(amount) filter (where state = 'Registered'), 0)::bigint as open,
           coalesce(sum(paid) filter (where completed_at is not null), 0)::bigint as paid,
           coalesce(sum(case when reversed_at is null then refunded_amount else paid end), 0)::bigint as returned
      from (select state, amount, coalesce(paid_amount, amount) as paid, refunded_amount, completed_at, reversed_at
              from transactions where ${within(sql, filter)} order by id desc limit ${most}) newest`
  return sums ?? { count: 0, asked: 0n, open: 0n, paid: 0n, returned: 0n }
}

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
const mostLookedAt = 100_000

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

type AtBank = { id: string | null; externalIds: (string | null)[] }

/** A payout that failed or was cancelled here, by our id or by what its bank calls it. */
export const selectFailedPayout = async (sql: Sql, { id, externalIds }: AtBank): Promise<TransactionId | undefined> => {
  const failed = sql`state in ('Cancelled', 'Error') and operation in ('pixCashOut', 'companyPayment', 'withdrawal')`
  const [found] = await sql<TransactionId[]>`
    select merchant_id, id from transactions where ${failed} and id = ${id}
    union all
    select merchant_id, id from transactions
     where ${failed} and external_id is not null
       and lower(external_id) = any(${externalIds.flatMap(one => (one === null ? [] : paymentKey(one)))}::text[])
     limit 1`
  return found
}

/** Reads the rows in which a payout of one merchant is looked for: those that it may be, and those with an order. */
export const readCandidates = (sql: Sql, merchantId: string, { id, externalIds }: AtBank) => sql`
  select state, operation from transactions where merchant_id = ${merchantId} and id = ${id}
  union all
  select state, operation from transactions
   where merchant_id = ${merchantId} and external_id is not null
     and lower(external_id) = any(${externalIds.flatMap(one => (one === null ? [] : paymentKey(one)))}::text[])
  union all
  select t.state, t.operation from bank_orders o join transactions t on t.merchant_id = o.merchant_id and t.id = o.transaction_id
   where o.merchant_id = ${merchantId} and o.kind = 'payout'`

export const selectMerchantIds = (sql: Sql) => sql<{ id: string }[]>`select id from merchants order by id`

export type BookedPayment = { endToEndId: string; merchantId: string; transactionId: string }

/** However a bank spells the ids. */
export const selectBooked = (sql: Sql | Tx, endToEndIds: string[]) => sql<BookedPayment[]>`
  select end_to_end_id, merchant_id, transaction_id from received_payments
   where lower(end_to_end_id) = any(${endToEndIds.map(paymentKey)})`

/** How a bank spelled the id of a booked payment last, if not as the books do. */
export const updateSpelling = (sql: Sql, endToEndId: string) => sql`
  update received_payments set other_spelling = ${endToEndId}
   where lower(end_to_end_id) = ${paymentKey(endToEndId)} and end_to_end_id <> ${endToEndId}
     and other_spelling is distinct from ${endToEndId}`

export const selectSpelling = async (sql: Sql, endToEndId: string): Promise<string | null> => {
  const [found] = await sql<{ otherSpelling: string | null }[]>`
    select other_spelling from received_payments where lower(end_to_end_id) = ${paymentKey(endToEndId)}`
  return found?.otherSpelling ?? null
}

/** Refused by the database for a payment that is booked already. In the order of ids, as all who wait for each other do. */
export const insertBooked = async (tx: Tx, booked: BookedPayment[]) =>
  booked.length > 0 &&
  tx`
  insert into received_payments (end_to_end_id, merchant_id, transaction_id)
  select end_to_end_id, merchant_id, transaction_id
    from json_populate_recordset(null::received_payments, ${rows(booked)}::text::json) order by lower(end_to_end_id)`

export const deleteBooked = (tx: Tx, endToEndId: string) => tx`
  delete from received_payments where lower(end_to_end_id) = ${paymentKey(endToEndId)}`

/** What books a payment that a bank has sent: a payout or, where the books know none, an adjustment. */
export type SentPayment = {
  endToEndId: string
  merchantId: string
  transactionId: string | null
  adjustmentId: string | null
}

export const selectSent = (sql: Sql | Tx, endToEndIds: string[]) => sql<SentPayment[]>`
  select end_to_end_id, merchant_id, transaction_id, adjustment_id from sent_payments
   where lower(end_to_end_id) = any(${endToEndIds.map(paymentKey)})`

/** Locked until commit: of two that book what has come back of a payment, the second finds what the first has booked. */
export const lockSent = async (tx: Tx, endToEndId: string): Promise<SentPayment | null> => {
  const [found] = await tx<SentPayment[]>`
    select end_to_end_id, merchant_id, transaction_id, adjustment_id from sent_payments
     where lower(end_to_end_id) = ${paymentKey(endToEndId)} for update`
  return found ?? null
}

/** Waits for others that book the same payment, and returns those that are new. */
export const insertSent = (tx: Tx, sent: SentPayment[]) => tx<Pick<SentPayment, 'endToEndId'>[]>`
  insert into sent_payments (end_to_end_id, merchant_id, transaction_id, adjustment_id)
  select end_to_end_id, merchant_id, transaction_id, adjustment_id
    from json_populate_recordset(null::sent_payments, ${rows(sent)}::text::json) order by lower(end_to_end_id)
      on conflict (lower(end_to_end_id)) do nothing
  returning end_to_end_id`

/** Money that came for a charge and could not be credited: the charge, and the platform's transaction that keeps it. */
export type UnmatchedLink = {
  merchantId: string
  transactionId: string
  unmatchedId: string
  reason: Exclude<UnmatchedReason, 'NoCharge'>
  createdAt: Date
  paidAt: Date | null
  components: KeptComponents | null
}

export const insertUnmatchedLinks = async (tx: Tx, links: UnmatchedLink[]) =>
  links.length > 0 &&
  tx`
  insert into unmatched_payments (merchant_id, transaction_id, unmatched_id, reason, created_at, paid_at, components)
  select merchant_id, transaction_id, unmatched_id, reason, created_at, paid_at, components
    from json_populate_recordset(null::unmatched_payments, ${rows(links)}::text::json)`

export type UnmatchedPayment = UnmatchedLink & Pick<Transaction, 'amount' | 'endToEndId' | 'participant' | 'refundedAt'>

/** Without those that were credited to it later. */
export const selectUnmatchedOf = (sql: Sql | Tx, merchantId: string, transactionId: string) => sql<UnmatchedPayment[]>`
  with links as materialized (
    select * from unmatched_payments where merchant_id = ${merchantId} and transaction_id = ${transactionId})
  select l.*, s.amount, s.end_to_end_id, s.participant, s.refunded_at
    from links l join transactions s on s.merchant_id = ${platformId} and s.id = l.unmatched_id
   where s.state <> 'Cancelled'
   order by l.unmatched_id`

/** Those of these writes that this database has: transactions with at least so many events. */
export const selectStored = (sql: Sql, writes: Pick<Transaction, 'merchantId' | 'id' | 'events'>[]) =>
  perMerchant(
    sql,
    writes,
    (some, own, by) => by<{ id: string }[]>`
      select t.id
        from unnest(${some.map(w => w.merchantId)}::uuid[], ${some.map(w => w.id)}::uuid[], ${some.map(w => w.events)}::int[])
          as written(merchant_id, id, events)
        cross join lateral (
          select id from transactions t
           where t.merchant_id = written.merchant_id and t.id = written.id and t.events >= written.events
             ${own.tenantFilter('t.merchant_id')} limit 1) t`,
  )

export const selectToKeySince = (sql: Sql, of: { merchantId: string; key: string; since: Date }) => sql`
  select 1 from transactions
   where merchant_id = ${of.merchantId} and id >= ${firstUuidOf(of.since.getTime())} and pix_key = ${of.key} limit 1`
