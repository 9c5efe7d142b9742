import type { Sql } from '../db/db.ts'

export type Fault = { merchantId: string; row: string; fault: string }
export type Expected = { operation: string; state: string; pattern: string }

const most = 100

/** Each question answers the rows that are wrong. None for an honest book. */
export const questions = {
  unbalancedPostings: (sql: Sql) => sql<Fault[]>`
    select merchant_id, 'posting ' || sequence as row, 'its accounts do not sum to zero' as fault
      from postings where available + held + bank + fees + suspense <> 0 limit ${most}`,

  strayPostings: (sql: Sql) => sql<Fault[]>`
    select merchant_id, 'posting ' || sequence as row, name || ' belongs to no transaction' as fault
      from postings where transaction_id is null and name <> 'openingBalance' limit ${most}`,

  /** The first wrong posting of each merchant: the ones after it may be wrong only because of it. */
  brokenSequences: (sql: Sql) => sql<Fault[]>`
    select distinct on (merchant_id) merchant_id, 'posting ' || sequence as row,
           case when number <> sequence then 'a posting is missing before it' else 'its running balance is wrong' end as fault
      from (select *, row_number() over w as number, sum(available) over w as available_sum, sum(held) over w as held_sum
              from postings window w as (partition by merchant_id order by sequence)) p
     where number <> sequence or available_sum <> available_after or held_sum <> held_after
     order by merchant_id, sequence limit ${most}`,

  wrongBalances: (sql: Sql) => sql<Fault[]>`
    select merchant_id, 'balance' as row, 'it differs from the sum of the postings' as fault
      from balances b
      full join (select merchant_id, sum(available) as available, sum(held) as held, sum(bank) as bank,
                        sum(fees) as fees, sum(suspense) as suspense, count(*) as postings
                   from postings group by merchant_id) p using (merchant_id)
     where (b.available, b.held, b.bank, b.fees, b.suspense, b.postings) is distinct from
           (coalesce(p.available, 0), coalesce(p.held, 0), coalesce(p.bank, 0), coalesce(p.fees, 0),
            coalesce(p.suspense, 0), coalesce(p.postings, 0))
     limit ${most}`,

  wrongPostings: (sql: Sql, expected: Expected[]) => sql<Fault[]>`
    select t.merchant_id, 'transaction ' || t.id as row,
           'state ' || t.state || ' does not go with the postings [' || trim(coalesce(p.names, '')) || ']' as fault
      from transactions t
      left join json_to_recordset(${JSON.stringify(expected)}::text::json) as e(operation text, state text, pattern text)
        on e.operation = t.operation and e.state = t.state
      left join (select merchant_id, transaction_id, string_agg(' ' || name, '' order by sequence) as names
                   from postings group by merchant_id, transaction_id) p
        on p.merchant_id = t.merchant_id and p.transaction_id = t.id
     where e.pattern is null or coalesce(p.names, '') !~ e.pattern limit ${most}`,

  wrongAmounts: (sql: Sql) => sql<Fault[]>`
    select t.merchant_id, 'transaction ' || t.id as row, 'its postings do not move its amounts' as fault
      from (select *, operation in ('pixCashOut', 'companyPayment') as is_out from transactions) t
      join (select merchant_id, transaction_id, sum(held) as held, sum(bank) as bank, sum(fees) as fees,
                   sum(suspense) as suspense
              from postings group by merchant_id, transaction_id) p
        on p.merchant_id = t.merchant_id and p.transaction_id = t.id
     where (p.held, p.bank, p.fees, p.suspense) is distinct from (
       case when not t.is_out then t.refunding_amount
            when t.state in ('Created', 'Registered') then t.amount + t.charges else 0 end,
       case when t.state in ('Completed', 'Refunded') and t.is_out then t.paid_amount
            when t.state in ('Completed', 'Refunded') then t.refunded_amount - t.paid_amount
            when t.state = 'Reversed' and not t.is_out then -t.refunding_amount
            else 0 end,
       case when t.state in ('Completed', 'Refunded') or (t.state = 'Reversed' and not t.is_out) then t.charges else 0 end,
       case when t.operation = 'strayPayment' and t.state = 'Completed' then t.amount else 0 end) limit ${most}`,

  wrongRefunds: (sql: Sql) => sql<Fault[]>`
    select t.merchant_id, 'transaction ' || t.id as row, 'what is held for refunds is not what its refunds ask for' as fault
      from transactions t
      left join (select merchant_id, transaction_id, sum(amount) as amount from refunds
                  where state = 'Processing' group by 1, 2) r
        on r.merchant_id = t.merchant_id and r.transaction_id = t.id
     where t.refunding_amount <> coalesce(r.amount, 0) limit ${most}`,

  wrongDecisions: (sql: Sql) => sql<Fault[]>`
    select r.merchant_id, 'payment request ' || r.id as row,
           'it is ' || r.status || ', but its transaction is ' || t.state as fault
      from payment_requests r
      join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
     where case r.status when 'Pending' then t.state <> 'Requested'
                         when 'Approved' then t.state = 'Requested'
                         else t.state <> 'Cancelled' end limit ${most}`,
}

/** The last result of a proof that workers make by themselves. */
export type Check = { name: string; at: Date; tookMs: number; faults: number }

export const upsertCheck = (sql: Sql, check: Check) => sql`
  insert into platform_checks (name, at, took_ms, faults)
  values (${check.name}, ${check.at}, ${check.tookMs}, ${check.faults})
      on conflict (name) do update set at = excluded.at, took_ms = excluded.took_ms, faults = excluded.faults`

export const selectCheck = async (sql: Sql, name: string): Promise<Check | undefined> => {
  const [check] = await sql<Check[]>`select * from platform_checks where name = ${name}`
  return check
}
