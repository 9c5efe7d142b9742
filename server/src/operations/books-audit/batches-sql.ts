import type { Sql } from '../../platform/db/db.ts'
import type { Fault } from './progress.ts'

/** So many wrong rows of one kind are named. */
const most = 100

/**
 * Whether each row of a batch that was made has its transaction, of its amount; each batch counts what its rows are; and
 * nothing was made of one to which nobody but who asked for it has agreed.
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
