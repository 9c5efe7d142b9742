import { type Sql, rows } from '../../platform/db/db.ts'
import type { Account } from '../../money/ledger/postings.ts'
import { type Fault, type Progress, type Range, missing, most, wrongBalance } from './progress.ts'

export type Expected = { operation: string; state: string; pattern: string }

export const selectMerchantIds = (sql: Sql) => sql<{ id: string }[]>`select id from merchants order by id`

export type Step = Pick<
  Progress,
  | 'sequence'
  | 'available'
  | 'held'
  | 'blocked'
  | 'reserved'
  | 'toSettle'
  | 'clearing'
  | 'bank'
  | 'fees'
  | 'suspense'
  | 'tariffs'
> & {
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
             sum(held) over w + ${p.held} as held_sum, sum(blocked) over w + ${p.blocked} as blocked_sum,
             sum(reserved) over w + ${p.reserved} as reserved_sum
        from (select * from postings where merchant_id = ${p.merchantId} and sequence > ${p.sequence}
               order by sequence limit ${rowsOfStep}) p
      window w as (order by sequence)),
    wrong as (
      (select sequence, 'its accounts do not sum to zero' as fault from page
        where available + held + blocked + reserved + to_settle + clearing + bank + fees + suspense + tariffs <> 0 limit ${most})
      union all
      (select sequence, name || ' belongs to no transaction and no adjustment' from page
        where name <> 'openingBalance'
          and (select true from transactions t
                where t.merchant_id = ${p.merchantId} and t.id = page.transaction_id limit 1) is null
          and (select true from adjustments a
                where a.merchant_id = ${p.merchantId} and a.sequence = page.sequence and a.name = page.name
                  and a.amount = greatest(abs(page.bank), abs(page.available)) limit 1) is null limit ${most})
      union all
      (select sequence, case when number <> sequence then ${missing} else ${wrongBalance} end from page
        where number <> sequence or available_sum <> available_after or held_sum <> held_after
           or blocked_sum <> blocked_after or reserved_sum <> reserved_after
        order by sequence limit 1))
    select count(*)::int as rows, coalesce(max(sequence), ${p.sequence}) as sequence,
           (${p.available} + coalesce(sum(available), 0))::bigint as available,
           (${p.held} + coalesce(sum(held), 0))::bigint as held,
           (${p.blocked} + coalesce(sum(blocked), 0))::bigint as blocked,
           (${p.reserved} + coalesce(sum(reserved), 0))::bigint as reserved,
           (${p.toSettle} + coalesce(sum(to_settle), 0))::bigint as to_settle,
           (${p.clearing} + coalesce(sum(clearing), 0))::bigint as clearing,
           (${p.bank} + coalesce(sum(bank), 0))::bigint as bank,
           (${p.fees} + coalesce(sum(fees), 0))::bigint as fees,
           (${p.suspense} + coalesce(sum(suspense), 0))::bigint as suspense,
           (${p.tariffs} + coalesce(sum(tariffs), 0))::bigint as tariffs,
           coalesce((select json_agg(json_build_object('row', 'posting ' || sequence, 'fault', fault)) from wrong), '[]') as faults,
           (select json_build_object('available', b.available::text, 'held', b.held::text,
                                     'blocked', b.blocked::text, 'reserved', b.reserved::text, 'toSettle', b.to_settle::text,
                                     'clearing', b.clearing::text, 'bank', b.bank::text,
                                     'fees', b.fees::text, 'suspense', b.suspense::text, 'tariffs', b.tariffs::text,
                                     'postings', b.postings::text)
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
export const proveTransactions = (sql: Sql, merchantId: string, { after, last }: Range, expected: Expected[]) => sql<
  Fault[]
>`
  with t as (
    select id, operation, state, amount, charges, charge_fixed, charge_rate, paid_amount, refunded_amount,
           refunding_amount, disputed_amount, connection_id,
           operation in ('pixCashOut', 'companyPayment', 'withdrawal') as is_out,
           case when state in ('ToSettle', 'Completed', 'Refunded', 'Reversed') then paid_amount else amount end as charged_amount
      from transactions
     where merchant_id = ${merchantId} and id > ${after} and id <= ${last}),
  p as materialized (
    select transaction_id, string_agg(' ' || name, '' order by sequence) filter (where reserved = 0) as names, sum(held) as held,
           sum(blocked) as blocked, sum(bank) as bank, sum(fees) as fees, sum(suspense) as suspense,
           sum(reserved) as reserved, sum(to_settle) as to_settle
      from postings where merchant_id = ${merchantId} and transaction_id > ${after} and transaction_id <= ${last}
     group by transaction_id)
  (select ${merchantId}::uuid as merchant_id, 'transaction ' || coalesce(t.id, p.transaction_id) as row, found.fault
     from t
     full join p on p.transaction_id = t.id
     left join json_to_recordset(${JSON.stringify(expected)}::text::json) as e(operation text, state text, pattern text)
       on e.operation = t.operation and e.state = t.state
     cross join lateral (
       select t.charge_fixed + div(t.charged_amount::numeric * t.charge_rate + 500000000000, 1000000000000) * 10000
                as whole) plan
     cross join lateral (
       select case when t.is_out then plan.whole else least(plan.whole, t.charged_amount) end as charges) planned
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
       (case when coalesce(p.to_settle, 0) <> case when t.state = 'ToSettle' then t.paid_amount else 0 end
             then 'what is to settle of it is not what was paid by boleto' end),
       (case when coalesce(p.reserved, 0) <> (
               select coalesce(sum(h.amount), 0) from reserve_holds h
                where h.merchant_id = ${merchantId} and h.transaction_id = t.id and h.released_at is null)
             then 'what is reserved of it is not what its hold says' end),
       (case when t.refunding_amount <> (
               select coalesce(sum(r.amount), 0) from refunds r
                where r.merchant_id = ${merchantId} and r.transaction_id = t.id and r.state = 'Processing')
             then 'what is held for refunds is not what its refunds ask for' end),
       (case when t.operation <> 'unmatchedPayment' and t.refunded_amount <> (
               select coalesce(sum(r.amount), 0) from refunds r
                where r.merchant_id = ${merchantId} and r.transaction_id = t.id and r.state = 'Completed')
             then 'its refunded amount is not that of its completed refunds' end),
       (case when t.charges > planned.charges or t.charges < planned.charges
                  and coalesce(p.names, '') !~ '(cashInReturned|cashOutPaidLate)'
             then 'its charges are not those of its plan' end),
       (case when t.disputed_amount <> (
               select coalesce(sum(d.blocked_amount), 0) from disputes d
                where d.merchant_id = ${merchantId} and d.transaction_id = t.id and d.state in ('Open', 'Defended'))
             then 'what is blocked is not what its disputes block' end)) found(fault)
    where found.fault is not null limit ${most})
  union all
  (select q.merchant_id, 'payment request ' || q.id, 'it is ' || q.status || ', but its transaction is ' || t.state
     from t cross join lateral (
       select * from payment_requests where merchant_id = ${merchantId} and transaction_id = t.id limit 1) q
    where t.operation in ('companyPayment', 'withdrawal', 'pixCashOut')
      and case when q.status = 'Pending' then t.state <> 'Requested'
               when q.status = 'Approved' then t.state = 'Requested'
               else t.state <> 'Cancelled' end limit ${most})`

/** Whether each payment of a range is booked in the one transaction that the table of received payments names. */
export const proveReceived = (sql: Sql, merchantId: string, { after, last }: Range) => sql<Fault[]>`
  with t as materialized (
    select id, end_to_end_id from transactions
     where merchant_id = ${merchantId} and id > ${after} and id <= ${last} and end_to_end_id is not null
       and operation in ('pixCashIn', 'pixBill', 'paymentInitiation', 'unmatchedPayment')
       and state in ('Completed', 'Refunded', 'Reversed'))
  select ${merchantId}::uuid as merchant_id, 'transaction ' || t.id as row,
         case when r.transaction_id is null then 'its payment is not among those that were received'
              else 'its payment is booked in transaction ' || r.transaction_id || ' too' end as fault
    from t left join received_payments r on lower(r.end_to_end_id) = lower(t.end_to_end_id)
   where (r.merchant_id, r.transaction_id) is distinct from (${merchantId}::uuid, t.id) limit ${most}`

/** Whether each payout of a range alone books its payment, of all payouts and adjustments of all merchants. */
export const proveSent = (sql: Sql, merchantId: string, { after, last }: Range) => sql<Fault[]>`
  with t as materialized (
    select id, end_to_end_id from transactions
     where merchant_id = ${merchantId} and id > ${after} and id <= ${last} and end_to_end_id is not null
       and operation in ('pixCashOut', 'companyPayment', 'withdrawal') and state in ('Completed', 'Reversed'))
  (select ${merchantId}::uuid as merchant_id, 'transaction ' || t.id as row,
          'its payment is booked in transaction ' || o.id || ' too' as fault
     from t join transactions o on o.end_to_end_id = t.end_to_end_id and o.id <> t.id
    where o.operation in ('pixCashOut', 'companyPayment', 'withdrawal') and o.state in ('Completed', 'Reversed')
    limit ${most})
  union
  (select ${merchantId}::uuid, 'transaction ' || t.id, 'its payment is booked in adjustment ' || a.id || ' too'
     from t join adjustments a on a.end_to_end_id = t.end_to_end_id
    where a.transaction_id is null limit ${most})
  union
  (select ${merchantId}::uuid, 'transaction ' || t.id,
          case when s.end_to_end_id is null then 'its payment is not among those that were sent'
               else 'its payment is booked in ' || coalesce('transaction ' || s.transaction_id, 'adjustment ' || s.adjustment_id) || ' too' end
     from t left join sent_payments s on lower(s.end_to_end_id) = lower(t.end_to_end_id)
    where s.transaction_id is distinct from t.id limit ${most})`

/**
 * Whether each payment of a range whose money waits for a bank has a bank order, or an open exception that a person ends. The
 * simulator is asked by simulation calls, without orders.
 */
export const proveHeld = (sql: Sql, merchantId: string, { after, last }: Range) => sql<Fault[]>`
  with waiting as (
    select t.id, null as subject,
           case when t.operation = 'unmatchedPayment' then 'return'
                when t.operation = 'pixBill' then case when t.state = 'Created' then 'registration' else 'settlement' end
                else 'payout' end as kind
      from transactions t
     where t.merchant_id = ${merchantId} and t.id > ${after} and t.id <= ${last} and ${isAtRealBank(sql)}
       and (t.operation in ('pixCashOut', 'companyPayment', 'withdrawal') and t.state in ('Created', 'Registered')
            or t.operation = 'pixBill' and t.state in ('Created', 'ToSettle')
            or t.operation = 'unmatchedPayment' and t.state = 'Completed')
    union all
    select t.id, r.id, 'return'
      from transactions t join refunds r on r.merchant_id = ${merchantId} and r.transaction_id = t.id
     where t.merchant_id = ${merchantId} and t.id > ${after} and t.id <= ${last} and ${isAtRealBank(sql)}
       and r.state = 'Processing')
  select ${merchantId}::uuid as merchant_id, 'transaction ' || w.id as row,
         'its money waits for a bank, without a bank order or an open exception' as fault
    from waiting w
   where not exists (
           select 1 from bank_orders o
            where o.merchant_id = ${merchantId} and o.transaction_id = w.id and o.kind = w.kind
              and o.subject is not distinct from w.subject)
     and not exists (
           select 1 from bank_exceptions e
            where e.merchant_id = ${merchantId} and e.transaction_id = w.id and e.state = 'Open' and e.kind = w.kind
              and e.subject is not distinct from w.subject)
   limit ${most}`

const isAtRealBank = (sql: Sql) => sql`
  exists (select 1 from bank_connections c
           where c.sealed_settings is not null
             and (c.id = t.connection_id or t.connection_id is null and c.is_default))`

/** Whether each adjustment was posted, once, with its amount, and books a payment that no other adjustment books. */
export const proveAdjustments = (sql: Sql, merchantId: string) => sql<Fault[]>`
  with paying as materialized (
    select id, end_to_end_id from adjustments
     where merchant_id = ${merchantId} and end_to_end_id is not null and transaction_id is null and name in ('adjustmentOut', 'feesWithdrawn'))
  (select a.merchant_id, 'adjustment ' || a.id as row, 'its posting is not there' as fault
     from adjustments a left join postings p on p.merchant_id = ${merchantId} and p.sequence = a.sequence
    where a.merchant_id = ${merchantId}
      and (p.name is distinct from a.name or greatest(abs(p.bank), abs(p.available)) <> a.amount or p.transaction_id is not null)
    limit ${most})
  union all
  (select ${merchantId}::uuid, 'adjustment ' || a.id,
          case when s.end_to_end_id is null then 'its payment is not among those that were sent'
               else 'its payment is booked in ' || coalesce('transaction ' || s.transaction_id, 'adjustment ' || s.adjustment_id) || ' too' end
     from paying a left join sent_payments s on lower(s.end_to_end_id) = lower(a.end_to_end_id)
    where s.adjustment_id is distinct from a.id limit ${most})`

/** Whether the books remember at least what undecided disputes lack: money that comes in is blocked only then. */
export const proveToBlock = (sql: Sql, merchantId: string) => sql<Fault[]>`
  select b.merchant_id, 'balance' as row, 'its disputes lack more than is to be blocked for them' as fault
    from balances b where b.merchant_id = ${merchantId} and b.to_block < (
           select coalesce(sum(greatest(least(lacks, rest), 0)), 0) from (
             select sum(d.asked_amount - d.returned_amount - d.blocked_amount) as lacks,
                    min(coalesce(t.paid_amount, t.amount) - t.refunded_amount - t.disputed_amount) as rest
               from disputes d join transactions t on t.merchant_id = ${merchantId} and t.id = d.transaction_id
              where d.merchant_id = ${merchantId} and d.state in ('Open', 'Defended') and t.state = 'Completed'
              group by d.transaction_id) lacking)`

/** Whether the platform holds in suspense what its unmatched payments are that were neither matched nor returned. */
export const proveSuspense = (sql: Sql, merchantId: string) => sql<Fault[]>`
  select b.merchant_id, 'suspense' as row, 'it is not the sum of the open unmatched payments' as fault
    from balances b
   where b.merchant_id = ${merchantId} and b.suspense <> (
           select coalesce(sum(t.amount), 0) from transactions t
            where t.merchant_id = ${merchantId} and t.operation = 'unmatchedPayment' and t.state = 'Completed')`

/** Whether each bank holds what the books say, as far as its last proof shows. A fault of the platform. */
export const proveBanks = (sql: Sql, merchantId: string) => sql<Fault[]>`
  select ${merchantId}::uuid as merchant_id, 'bank ' || c.name as row,
         'on ' || p.day || ' it holds ' || round(abs(p.gap) / 1000000.0, 2) || case when p.gap < 0 then ' less' else ' more' end
         || ' than the books say' as fault
    from bank_connections c
    cross join lateral (
      select day, gap from balance_proofs b where b.connection_id = c.id and b.state <> 'Running'
       order by b.day desc limit 1) p
   where p.gap <> 0 limit ${most}`

/** Whether what each bank holds by the books is the sum of the postings that are summed up in it. A fault of the platform. */
export const proveSums = (sql: Sql, merchantId: string) => sql<Fault[]>`
  with booked as materialized (
    select coalesce(t.connection_id, a.connection_id) as connection_id, -sum(p.bank) as amount
      from volume_marks m
      join postings p on p.merchant_id = m.merchant_id and p.sequence <= m.sequence
      left join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
      left join adjustments a on a.merchant_id = p.merchant_id and a.sequence = p.sequence
     where p.bank <> 0 group by 1),
  summed as materialized (select connection_id, amount from connection_balances)
  select ${merchantId}::uuid as merchant_id, 'bank ' || c.name as row,
         'what it holds by the books is not the sum of its postings' as fault
    from bank_connections c left join booked b on b.connection_id = c.id left join summed s on s.connection_id = c.id
   where coalesce(b.amount, 0) <> coalesce(s.amount, 0) order by c.name limit ${most}`

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
  insert into audited_merchants (merchant_id, audit_id, sequence, available, held, blocked, reserved, to_settle, clearing, bank,
                                 fees, suspense, tariffs, transaction_id, stage, postings, transactions, faults)
  select merchant_id, audit_id, sequence, available, held, blocked, reserved, to_settle, clearing, bank, fees, suspense, tariffs,
         transaction_id, stage, postings, transactions, faults
    from json_populate_recordset(null::audited_merchants, ${rows([{ ...progress, faults, auditId }])}::text::json)
      on conflict (merchant_id, audit_id) do update
     set sequence = excluded.sequence, available = excluded.available, held = excluded.held,
         blocked = excluded.blocked, reserved = excluded.reserved, to_settle = excluded.to_settle,
         clearing = excluded.clearing, bank = excluded.bank,
         fees = excluded.fees, suspense = excluded.suspense, tariffs = excluded.tariffs,
         transaction_id = excluded.transaction_id, stage = excluded.stage,
         postings = excluded.postings, transactions = excluded.transactions, faults = excluded.faults`
