import type { Trilho } from '../trilho.ts'

/** Orders without a final result that are not exceptions, and unprocessed callbacks. */
export const underWay = ({ sql }: Trilho) => sql`
  select t.operation || ' ' || t.state as what, t.id from transactions t
   where (t.state in ('Created', 'Registered', 'ToSettle') or t.refunding_amount > 0
          or (t.operation = 'unmatchedPayment' and t.state = 'Completed'))
     and not exists (select 1 from bank_exceptions e
                      where e.state = 'Open' and e.merchant_id = t.merchant_id and e.transaction_id = t.id)
  union all select 'payout batch', id from payout_batches where state = 'Running'
  union all select 'bank order', id from bank_orders where next_step_at is not null
  union all select 'bank notice', id from bank_notices where next_step_at is not null`
