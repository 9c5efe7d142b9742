import type { Sql } from '../../../platform/db/db.ts'
import { type Fault, type Range, most } from '../progress.ts'

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

/** Whether what was booked of each paid bill of a range is the sum of its parts, and no other bill has parts. */
export const proveBills = (sql: Sql, merchantId: string, { after, last }: Range) => sql<Fault[]>`
  with t as materialized (
    select id, paid_amount, state = 'ToSettle' or completed_at is not null as is_paid from transactions
     where merchant_id = ${merchantId} and id > ${after} and id <= ${last} and operation = 'pixBill')
  select ${merchantId}::uuid as merchant_id, 'bill ' || coalesce(b.id, t.id) as row,
         case when t.id is null then 'it has no transaction'
              when b.id is null then 'its transaction has no bill'
              when not t.is_paid then 'it has parts of a payment, and is not paid'
              when b.paid_on is null then 'it is paid, and has no day of payment'
              else 'what was booked is not the sum of its parts' end as fault
    from t full join (
      select * from bills where merchant_id = ${merchantId} and id > ${after} and id <= ${last}) b on b.id = t.id
   where t.id is null or b.id is null
      or t.is_paid = (b.paid_on is null)
      or not t.is_paid and b.paid_original is not null
      or b.paid_original is not null
         and b.paid_original + b.paid_fine + b.paid_interest - b.paid_rebate - b.paid_discount
             is distinct from t.paid_amount
   limit ${most}`

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
