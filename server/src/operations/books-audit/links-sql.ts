import type { Sql } from '../../platform/db/db.ts'
import type { Fault } from './progress.ts'

/** So many wrong links are named. */
const most = 100

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
