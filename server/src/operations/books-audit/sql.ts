import { type Sql, rows } from '../../platform/db/db.ts'
import type { Account } from '../../money/ledger/postings.ts'
import { type Fault, type Progress, missing, wrongBalance } from './progress.ts'

export type Expected = { operation: string; state: string; pattern: string }

/** At most this many wrong rows of one check are listed. */
const most = 100

export const selectMerchantIds = (sql: Sql) => sql<{ id: string }[]>`select id from merchants order by id`

export type Step = Pick<Progress, 'sequence' | 'available' | 'held' | 'blocked' | 'bank' | 'fees' | 'suspense'> & {
  rows: number
  faults: Omit<Fault, 'merchantId'>[]
  /** The balance as the same moment has it; null: there is none. */
  balance: Record<Account | 'postings', string> | null
}

/** The next postings of a merchant, up to a limit, compared with the sums of those before. */
export const provePostings = async (sql: Sql, p: Progress, rowsOfStep: number): Promise<Step> => {
  const [step] = await sql<Step[]>`
    with page as (
      select p.*, row_number() over w + ${p.sequence} as number, sum(available) over w + ${p.available} as available_sum,
             sum(held) over w + ${p.held} as held_sum, sum(blocked) over w + ${p.blocked} as blocked_sum
        from (select * from postings where merchant_id = ${p.merchantId} and sequence > ${p.sequence}
               order by sequence limit ${rowsOfStep}) p
      window w as (order by sequence)),
    wrong as (
      (select sequence, 'its accounts do not sum to zero' as fault from page
        where available + held + blocked + bank + fees + suspense <> 0 limit ${most})
      union all
      (select sequence, name || ' belongs to no transaction' from page
        where name <> 'openingBalance'
          and (select true from transactions t
                where t.merchant_id = ${p.merchantId} and t.id = page.transaction_id limit 1) is null limit ${most})
      union all
      (select sequence, case when number <> sequence then ${missing} else ${wrongBalance} end from page
        where number <> sequence or available_sum <> available_after or held_sum <> held_after
           or blocked_sum <> blocked_after
        order by sequence limit 1))
    select count(*)::int as rows, coalesce(max(sequence), ${p.sequence}) as sequence,
           (${p.available} + coalesce(sum(available), 0))::bigint as available,
           (${p.held} + coalesce(sum(held), 0))::bigint as held,
           (${p.blocked} + coalesce(sum(blocked), 0))::bigint as blocked,
           (${p.bank} + coalesce(sum(bank), 0))::bigint as bank,
           (${p.fees} + coalesce(sum(fees), 0))::bigint as fees,
           (${p.suspense} + coalesce(sum(suspense), 0))::bigint as suspense,
           coalesce((select json_agg(json_build_object('row', 'posting ' || sequence, 'fault', fault)) from wrong), '[]') as faults,
           (select json_build_object('available', b.available::text, 'held', b.held::text,
                                     'blocked', b.blocked::text, 'bank', b.bank::text,
                                     'fees', b.fees::text, 'suspense', b.suspense::text, 'postings', b.postings::text)
              from balances b where b.merchant_id = ${p.merchantId}) as balance
      from page`
  return step as Step
}

/** The transactions after one, up to a limit: the last of them, and how many there are. */
export const selectPageEnd = async (sql: Sql, merchantId: string, after: string, rowsOfStep: number) => {
  const [end] = await sql<{ rows: number; id: string | null }[]>`
    select count(*)::int as rows, (array_agg(id order by id desc))[1] as id
      from (select id from transactions where merchant_id = ${merchantId} and id > ${after}
             order by id limit ${rowsOfStep}) page`
  return end ?? { rows: 0, id: null }
}

/**
 * Whether each transaction of a range has the postings of its state, its amounts, its refunds, its disputes and its decision. PostgreSQL
 * takes any range of ids for one row, and would join by going through all for each: a full join is never made like that.
 */
export const proveTransactions = (
  sql: Sql,
  merchantId: string,
  { after, last }: { after: string; last: string },
  expected: Expected[],
) => sql<Fault[]>`
  with t as (
    select id, operation, state, amount, charges, paid_amount, refunded_amount, refunding_amount, disputed_amount,
           operation in ('pixCashOut', 'companyPayment', 'withdrawal') as is_out
      from transactions
     where merchant_id = ${merchantId} and id > ${after} and id <= ${last}),
  p as materialized (
    select transaction_id, string_agg(' ' || name, '' order by sequence) as names, sum(held) as held,
           sum(blocked) as blocked, sum(bank) as bank, sum(fees) as fees, sum(suspense) as suspense
      from postings where merchant_id = ${merchantId} and transaction_id > ${after} and transaction_id <= ${last}
     group by transaction_id)
  (select ${merchantId}::uuid as merchant_id, 'transaction ' || coalesce(t.id, p.transaction_id) as row, found.fault
     from t
     full join p on p.transaction_id = t.id
     left join json_to_recordset(${JSON.stringify(expected)}::text::json) as e(operation text, state text, pattern text)
       on e.operation = t.operation and e.state = t.state
     cross join lateral (values
       (case when e.pattern is null or coalesce(p.names, '') !~ e.pattern
             then 'state ' || coalesce(t.state, 'unknown') || ' does not go with the postings ['
                  || trim(coalesce(p.names, '')) || ']' end),
       (case when p.transaction_id is not null and (p.held, p.blocked, p.bank, p.fees, p.suspense) is distinct from (
          case when not t.is_out then t.refunding_amount
               when t.state in ('Created', 'Registered') then t.amount + t.charges else 0 end,
          t.disputed_amount,
          case when t.state in ('Completed', 'Refunded') and t.is_out then t.paid_amount - t.refunded_amount
               when t.state in ('Completed', 'Refunded') then t.refunded_amount - t.paid_amount
               when t.state = 'Reversed' and not t.is_out then -t.refunding_amount
               else 0 end,
          case when t.state in ('Completed', 'Refunded') or (t.state = 'Reversed' and not t.is_out) then t.charges
               else 0 end,
          case when t.operation = 'unmatchedPayment' and t.state = 'Completed' then t.amount else 0 end)
             then 'its postings do not move its amounts' end),
       (case when t.refunding_amount <> (
               select coalesce(sum(r.amount), 0) from refunds r
                where r.merchant_id = ${merchantId} and r.transaction_id = t.id and r.state = 'Processing')
             then 'what is held for refunds is not what its refunds ask for' end),
       (case when t.disputed_amount <> (
               select coalesce(sum(d.blocked_amount), 0) from disputes d
                where d.merchant_id = ${merchantId} and d.transaction_id = t.id and d.state in ('Open', 'Defended'))
             then 'what is blocked is not what its disputes block' end)) found(fault)
    where found.fault is not null limit ${most})
  union all
  (select q.merchant_id, 'payment request ' || q.id, 'it is ' || q.status || ', but its transaction is ' || t.state
     from t cross join lateral (
       select * from payment_requests where merchant_id = ${merchantId} and transaction_id = t.id limit 1) q
    where t.operation in ('companyPayment', 'withdrawal')
      and case when q.status = 'Pending' then t.state <> 'Requested'
               when q.status = 'Approved' then t.state = 'Requested'
               else t.state <> 'Cancelled' end limit ${most})`

/** Whether each payment of a range is booked in the one transaction that the table of received payments names. */
export const proveReceived = (sql: Sql, merchantId: string, { after, last }: { after: string; last: string }) => sql<
  Fault[]
>`
  with t as materialized (
    select id, end_to_end_id from transactions
     where merchant_id = ${merchantId} and id > ${after} and id <= ${last} and end_to_end_id is not null
       and operation in ('pixCashIn', 'paymentInitiation', 'unmatchedPayment')
       and state in ('Completed', 'Refunded', 'Reversed'))
  select ${merchantId}::uuid as merchant_id, 'transaction ' || t.id as row,
         case when r.transaction_id is null then 'its payment is not among those that were received'
              else 'its payment is booked in transaction ' || r.transaction_id || ' too' end as fault
    from t left join received_payments r on r.end_to_end_id = t.end_to_end_id
   where (r.merchant_id, r.transaction_id) is distinct from (${merchantId}::uuid, t.id) limit ${most}`

/** The last result of a proof that workers make by themselves. */
export type Check = { name: string; at: Date; tookMs: number; faults: number; firstFaults: Fault[] }

export const upsertCheck = (sql: Sql, check: Check) => sql`
  insert into platform_checks (name, at, took_ms, faults, first_faults)
  values (${check.name}, ${check.at}, ${check.tookMs}, ${check.faults}, ${JSON.stringify(check.firstFaults)}::text::jsonb)
      on conflict (name) do update
     set at = excluded.at, took_ms = excluded.took_ms, faults = excluded.faults, first_faults = excluded.first_faults`

export const selectCheck = async (sql: Sql, name: string): Promise<Check | undefined> => {
  const [check] = await sql<Check[]>`select * from platform_checks where name = ${name}`
  return check
}

export const selectNames = (sql: Sql, ids: string[]) => sql<{ id: string; name: string }[]>`
  select id, name from merchants where id = any(${ids}::uuid[])`

/** Takes over an interrupted audit: one that has made no step for a while. */
export const takeInterrupted = async (sql: Sql): Promise<string | null> => {
  const [taken] = await sql<{ id: string }[]>`
    update audits set stepped_at = clock_timestamp()
     where id = (select id from audits
                  where stepped_at < clock_timestamp() - interval '10 seconds' and started_at > now() - interval '1 day'
                  order by started_at desc limit 1 for update skip locked)
    returning id`
  return taken?.id ?? null
}

export const insertAudit = async (sql: Sql): Promise<string> => {
  const [made] = await sql<{ id: string }[]>`
    insert into audits (id, started_at, stepped_at)
    values (gen_random_uuid(), now(), clock_timestamp()) returning id`
  return made?.id ?? ''
}

/** Also those that nobody will go on with. */
export const deleteAudits = async (sql: Sql, id: string) => {
  await sql`
    delete from audited_merchants
     where audit_id = ${id} or audit_id in (select id from audits where started_at <= now() - interval '1 day')`
  await sql`delete from audits where id = ${id} or started_at <= now() - interval '1 day'`
}

export const selectProgress = (sql: Sql, auditId: string) => sql<Progress[]>`
  select * from audited_merchants where audit_id = ${auditId}`

/** Writes how far it has come, and that it still goes on. */
export const saveProgress = (sql: Sql, auditId: string, { faults, ...progress }: Progress) => sql`
  with stepped as (update audits set stepped_at = clock_timestamp() where id = ${auditId})
  insert into audited_merchants (merchant_id, audit_id, sequence, available, held, blocked, bank, fees, suspense,
                                 transaction_id, stage, postings, transactions, faults)
  select merchant_id, audit_id, sequence, available, held, blocked, bank, fees, suspense, transaction_id, stage,
         postings, transactions, faults
    from json_populate_recordset(null::audited_merchants, ${rows([{ ...progress, faults, auditId }])}::text::json)
      on conflict (merchant_id, audit_id) do update
     set sequence = excluded.sequence, available = excluded.available, held = excluded.held,
         blocked = excluded.blocked, bank = excluded.bank,
         fees = excluded.fees, suspense = excluded.suspense,
         transaction_id = excluded.transaction_id, stage = excluded.stage,
         postings = excluded.postings, transactions = excluded.transactions, faults = excluded.faults`

/**
 * Whether each row of a batch that was made has its transaction, of its amount; each batch counts what its rows are; and
 * nothing was paid from a batch that only its requester has approved.
 */
export const proveBatches = (sql: Sql, merchantId: string) => sql<Fault[]>`
  (select r.merchant_id, 'row ' || r.number || ' of payout batch ' || r.batch_id as row,
          case when t.id is null then 'its transaction is nowhere' else 'its transaction has another amount' end as fault
     from payout_batch_rows r
     left join transactions t on t.merchant_id = ${merchantId} and t.id = r.transaction_id
    where r.merchant_id = ${merchantId} and r.transaction_id is not null and t.amount is distinct from r.amount
    limit ${most})
  union all
  (select merchant_id, 'payout batch ' || batch_id, 'transaction ' || transaction_id || ' stands in two of its rows'
     from payout_batch_rows where merchant_id = ${merchantId} and transaction_id is not null
    group by merchant_id, batch_id, transaction_id having count(*) > 1 limit ${most})
  union all
  (select b.merchant_id, 'payout batch ' || b.id, 'it does not count what its rows are'
     from payout_batches b
     left join (select batch_id as id, count(*) as row_count, sum(amount) as amount, sum(charges) as charges,
                       count(*) filter (where state = 'Made') as made_count,
                       sum(amount) filter (where state = 'Made') as made_amount,
                       count(*) filter (where state = 'Refused') as refused_count,
                       sum(amount) filter (where state = 'Refused') as refused_amount
                  from payout_batch_rows where merchant_id = ${merchantId} group by 1) r using (id)
    where b.merchant_id = ${merchantId}
      and ((b.row_count, b.amount, b.charges, b.made_count, b.made_amount, b.refused_count, b.refused_amount)
             is distinct from (r.row_count, r.amount, r.charges, r.made_count, coalesce(r.made_amount, 0), r.refused_count,
                               coalesce(r.refused_amount, 0))
           or b.state in ('Completed', 'Stopped') and r.made_count + r.refused_count < r.row_count) limit ${most})
  union all
  (select b.merchant_id, 'payout batch ' || b.id,
          case when b.state in ('Pending', 'Rejected', 'Cancelled') then 'it is ' || b.state || ', but rows of it are made'
               else 'it is ' || b.state || ', but nobody has approved it' end
     from payout_batches b
    where b.merchant_id = ${merchantId}
      and case when b.state in ('Pending', 'Rejected', 'Cancelled') then b.made_count > 0
               else not exists (
                 select 1 from approval_steps s
                  where s.merchant_id = ${merchantId} and s.request_id = b.id and s.status = 'Approved'
                    and not exists (
                      select 1 from approval_steps a
                       where a.merchant_id = ${merchantId} and a.request_id = b.id and a.status = 'Pending'
                         and a.user_id = s.user_id)) end limit ${most})`

/** Whether each payment link counts what its transactions are. */
export const proveLinks = (sql: Sql, merchantId: string) => sql<Fault[]>`
  select l.merchant_id, 'payment link ' || l.id as row, 'it does not count what its transactions are' as fault
    from payment_links l
    left join (select payment_link_id as id, count(*) filter (where state = 'Registered') as open_count,
                      count(completed_at) as paid_count,
                      sum(paid_amount) filter (where completed_at is not null) as paid_amount
                 from transactions where merchant_id = ${merchantId} and payment_link_id is not null group by 1) t using (id)
   where l.merchant_id = ${merchantId} and (l.open_count, l.paid_count, l.paid_amount) is distinct from
         (coalesce(t.open_count, 0), coalesce(t.paid_count, 0), coalesce(t.paid_amount, 0)) limit ${most}`
