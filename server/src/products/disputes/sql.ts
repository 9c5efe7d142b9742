import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import type { Dispute, DisputeState } from './states.ts'
import type { TakenReturn } from './share-returns.ts'

const columns = (sql: Sql | Tx) => sql`
  merchant_id, id, transaction_id, connection_id, bank_reference, opened_by, reason, details, asked_amount,
  blocked_amount, returned_amount, state, answer_until, refund_id, defence, defence_files, defended_at,
  defence_refusal, cause, created_at, ended_at, contest_reason, contest, contest_files, contested_at, contest_outcome,
  contest_note, contest_ended_at`

export const insertDispute = (tx: Tx, dispute: Dispute) => tx`
  insert into disputes (${columns(tx)})
  select ${columns(tx)} from json_populate_recordset(null::disputes, ${rows([dispute])}::text::json)`

export const selectDispute = async (sql: Sql, merchantId: string, id: string): Promise<Dispute | undefined> => {
  const [dispute] = await sql<Dispute[]>`
    select ${columns(sql)} from disputes where merchant_id = ${merchantId} and id = ${id}`
  return dispute
}

type BankCase = Pick<Dispute, 'merchantId' | 'connectionId' | 'bankReference'>

export const selectByReference = async (sql: Sql | Tx, { merchantId, connectionId, bankReference }: BankCase) => {
  const [dispute] = await sql<Dispute[]>`
    select ${columns(sql)} from disputes
     where merchant_id = ${merchantId} and connection_id = ${connectionId} and bank_reference = ${bankReference}`
  return dispute
}

/** Locks the row until commit. Callers that move its money lock its transaction first. */
export const lockDispute = async (tx: Tx, merchantId: string, id: string): Promise<Dispute | undefined> => {
  const [dispute] = await tx<Dispute[]>`
    select ${columns(tx)} from disputes where merchant_id = ${merchantId} and id = ${id} for update`
  return dispute
}

type OfTransaction = { merchantId: string; transactionId: string }

export const lockByRefund = async (tx: Tx, { merchantId, transactionId }: OfTransaction, refundId: string) => {
  const [dispute] = await tx<Dispute[]>`
    select ${columns(tx)} from disputes
     where merchant_id = ${merchantId} and transaction_id = ${transactionId} and refund_id = ${refundId} for update`
  return dispute
}

/** Undecided disputes, oldest first. */
export const lockUndecidedOf = (tx: Tx, { merchantId, transactionId }: OfTransaction) => tx<Dispute[]>`
  select ${columns(tx)} from disputes
   where merchant_id = ${merchantId} and transaction_id = ${transactionId} and state in ('Open', 'Defended')
   order by id for update`

/**
 * Booked returns that the bank made by itself, oldest first. Their origin and outcome are read from columns, never from
 * the id, which may come from outside.
 */
export const selectBankReturns = (tx: Tx, { merchantId, transactionId }: OfTransaction) => tx<TakenReturn[]>`
  select id, amount from refunds
   where merchant_id = ${merchantId} and transaction_id = ${transactionId}
     and requested_by ->> 'by' = 'bank' and state = 'Completed'
   order by created_at, id`

/** The amount returned for each case of a payment, with its last return. */
export const selectShares = (tx: Tx, { merchantId, transactionId }: OfTransaction) => tx<TakenReturn[]>`
  select refund_id as id, returned_amount as amount from disputes
   where merchant_id = ${merchantId} and transaction_id = ${transactionId} and returned_amount > 0
   order by id`

/** Undecided disputes that lack money, with what is left of their payment, oldest first, as far as nobody else holds them. */
export const lockLacking = (tx: Tx, merchantId: string, most: number) => tx<(Dispute & { leftAmount: bigint })[]>`
  select d.*, coalesce(t.paid_amount, t.amount) - t.refunded_amount - t.refunding_amount - t.disputed_amount as left_amount
    from disputes d join transactions t on t.merchant_id = d.merchant_id and t.id = d.transaction_id
   where d.merchant_id = ${merchantId} and d.state in ('Open', 'Defended') and t.state = 'Completed'
     and d.asked_amount > d.returned_amount + d.blocked_amount
   order by d.id limit ${most} for update skip locked`

/**
 * What undecided disputes ask for that is neither returned nor blocked, as far as their payments can still give it: now, and
 * if every refund that is under way fails.
 */
export const sumLacking = async (tx: Tx, merchantId: string): Promise<{ now: bigint; most: bigint }> => {
  const [sum] = await tx<{ now: bigint; most: bigint }[]>`
    select coalesce(sum(greatest(least(lacks, rest - refunding), 0)), 0)::bigint as now,
           coalesce(sum(greatest(least(lacks, rest), 0)), 0)::bigint as most
      from (select sum(d.asked_amount - d.returned_amount - d.blocked_amount) as lacks, min(t.refunding_amount) as refunding,
                   min(coalesce(t.paid_amount, t.amount) - t.refunded_amount - t.disputed_amount) as rest
              from disputes d join transactions t on t.merchant_id = d.merchant_id and t.id = d.transaction_id
             where d.merchant_id = ${merchantId} and d.state in ('Open', 'Defended') and t.state = 'Completed'
             group by d.transaction_id) lacking`
  return sum ?? { now: 0n, most: 0n }
}

export const updateBlocked = (tx: Tx, { merchantId, id, blockedAmount }: Dispute) => tx`
  update disputes set blocked_amount = ${blockedAmount} where merchant_id = ${merchantId} and id = ${id}`

/** Writes the columns that can change. */
export const updateDispute = (tx: Tx, dispute: Dispute) => tx`
  update disputes d
     set state = n.state, returned_amount = n.returned_amount, refund_id = n.refund_id, defence = n.defence,
         defence_files = n.defence_files, defended_at = n.defended_at, cause = n.cause, ended_at = n.ended_at
    from json_populate_recordset(null::disputes, ${rows([dispute])}::text::json) n
   where d.merchant_id = ${dispute.merchantId} and d.id = ${dispute.id}`

export const updateContest = (tx: Tx, dispute: Dispute) => tx`
  update disputes d
     set contest_reason = n.contest_reason, contest = n.contest, contest_files = n.contest_files,
         contested_at = n.contested_at, contest_outcome = n.contest_outcome, contest_note = n.contest_note,
         contest_ended_at = n.contest_ended_at
    from json_populate_recordset(null::disputes, ${rows([dispute])}::text::json) n
   where d.merchant_id = ${dispute.merchantId} and d.id = ${dispute.id}`

export const updateRefusal = (sql: Sql, { merchantId, id }: Dispute, refusal: string) => sql`
  update disputes set defence_refusal = ${refusal} where merchant_id = ${merchantId} and id = ${id}`

/** The oldest undecided dispute that a bank reported. */
export const selectOldestReported = async (sql: Sql, connectionId: string): Promise<Date | undefined> => {
  const [row] = await sql<{ createdAt: Date }[]>`
    select created_at from disputes
     where ended_at is null and opened_by = 'bank' and connection_id = ${connectionId}
     order by created_at limit 1`
  return row?.createdAt
}

type Filter = {
  merchantId: string
  states?: readonly DisputeState[] | undefined
  transactionId?: string | undefined
  beforeId: string | undefined
}

export const selectDisputes = (sql: Sql, filter: Filter, limit: number) => sql<Dispute[]>`
  select ${columns(sql)} from disputes
   where merchant_id = ${filter.merchantId}
     ${filter.states === undefined ? sql`` : sql`and state = any(${[...filter.states]})`}
     ${filter.transactionId === undefined ? sql`` : sql`and transaction_id = ${filter.transactionId}`}
     ${filter.beforeId === undefined ? sql`` : sql`and id < ${filter.beforeId}`}
   order by id desc limit ${limit}`

export type NamedDispute = Dispute & { merchantName: string; clockAheadSeconds: number }

const named = (sql: Sql) => sql`
  select d.*, m.name as merchant_name, m.clock_ahead_seconds from disputes d join merchants m on m.id = d.merchant_id`

/** The cursor: the last row of the previous page. */
export type Clocked = Pick<Dispute, 'answerUntil' | 'id'>

/** Closed disputes of all merchants, newest first. */
export const selectOver = (sql: Sql, before: Clocked | undefined, limit: number) => sql<NamedDispute[]>`
  ${named(sql)} where d.ended_at is not null ${before === undefined ? sql`` : sql`and d.id < ${before.id}`}
   order by d.id desc limit ${limit}`

/** Disputes of all merchants whose contest no bank has decided yet, newest first. */
export const selectContested = (sql: Sql, before: Clocked | undefined, limit: number) => sql<NamedDispute[]>`
  ${named(sql)} where d.contested_at is not null and d.contest_ended_at is null
     ${before === undefined ? sql`` : sql`and d.id < ${before.id}`}
   order by d.id desc limit ${limit}`

/** Undecided disputes of all merchants, by deadline. */
export const selectUnderWay = (sql: Sql, after: Clocked | undefined, limit: number) => sql<NamedDispute[]>`
  ${named(sql)} where d.ended_at is null
     ${after === undefined ? sql`` : sql`and (d.answer_until, d.id) > (${after.answerUntil}, ${after.id})`}
   order by d.answer_until, d.id limit ${limit}`

/** A time by the clock of the merchant `m`. */
const byItsClock = (sql: Sql, at: Date) => sql`(${at} + make_interval(secs => m.clock_ahead_seconds))`

/** Open disputes whose deadline is between two times, by the clock of their merchant. */
export const selectUnanswered = (sql: Sql, { from, until }: { from: Date; until: Date }, most: number) => sql<
  Dispute[]
>`
  select d.* from disputes d join merchants m on m.id = d.merchant_id
   where d.ended_at is null and d.state = 'Open'
     and d.answer_until > ${byItsClock(sql, from)} and d.answer_until <= ${byItsClock(sql, until)}
   order by d.answer_until limit ${most}`

/** Counting stops at `most`. */
export const countUndecided = async (sql: Sql, now: Date, most: number) => {
  const [row] = await sql<{ undecided: number; overdue: number }[]>`
    select count(*)::int as undecided, (count(*) filter (where is_overdue))::int as overdue from (
      select d.answer_until <= ${byItsClock(sql, now)} as is_overdue
        from disputes d join merchants m on m.id = d.merchant_id
       where d.ended_at is null and d.state in ('Open', 'Defended') order by d.answer_until limit ${most}) undecided`
  return row ?? { undecided: 0, overdue: 0 }
}

/** Undecided disputes whose deadline is at a time or before, by the clock of their merchant. Counting stops at `most`. */
export const selectEndingBy = async (sql: Sql, by: Date, most: number) => {
  const [row] = await sql<{ count: number; until: Date | null; lastUntil: Date | null }[]>`
    select count(*)::int, min(answer_until) as until, max(answer_until) as last_until from (
      select d.answer_until from disputes d join merchants m on m.id = d.merchant_id
       where d.ended_at is null and d.state in ('Open', 'Defended') and d.answer_until <= ${byItsClock(sql, by)}
       order by d.answer_until limit ${most}) ending`
  return row ?? { count: 0, until: null, lastUntil: null }
}

/** Contests of returns since a time or before, without an answer of the bank, by the clock of their merchant. */
export const selectContestsWaiting = async (sql: Sql, since: Date, most: number) => {
  const [row] = await sql<{ count: number; since: Date | null; lastAt: Date | null }[]>`
    select count(*)::int, min(contested_at) as since, max(contested_at) as last_at from (
      select d.contested_at from disputes d join merchants m on m.id = d.merchant_id
       where d.contested_at <= ${byItsClock(sql, since)} and d.contest_ended_at is null
       order by d.contested_at limit ${most}) waiting`
  return row ?? { count: 0, since: null, lastAt: null }
}

export type FirstUndecided = { merchantId: string; merchantName: string; id: string; state: DisputeState; until: Date }

export const selectFirstUndecided = (sql: Sql, first: number) => sql<FirstUndecided[]>`
  select d.merchant_id, m.name as merchant_name, d.id, d.state, d.answer_until as until
    from disputes d join merchants m on m.id = d.merchant_id
   where d.ended_at is null and d.state in ('Open', 'Defended')
   order by d.answer_until, d.id limit ${first}`
