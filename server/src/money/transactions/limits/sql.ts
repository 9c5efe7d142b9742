import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { perMerchant } from '../../../platform/db/per-merchant.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import { type Operation, directionOf, operationNames } from '../states.ts'
import { outflowOf } from './limits.ts'

/** What a merchant has sent on a day. */
export type Outflow = { merchantId: string; operation: Operation; day: Day; amount: Micros; countedAt: Date }

export const selectOutflows = (tx: Tx, merchantIds: string[], operation: Operation) => tx<Outflow[]>`
  select merchant_id, operation, day::text, amount, counted_at from daily_outflows
   where merchant_id = any(${merchantIds}) and operation = ${operation}`

export const upsertOutflows = (tx: Tx, outflows: Outflow[]) =>
  perMerchant(
    tx,
    outflows,
    (some, own) => tx`
      insert into daily_outflows (merchant_id, operation, day, amount, counted_at)
      select ${own.id}, operation, day, amount, counted_at
        from ${own.place} json_populate_recordset(null::daily_outflows, ${rows(some)}::text::json)
          on conflict (merchant_id, operation) do update
         set day = excluded.day, amount = excluded.amount, counted_at = excluded.counted_at`,
  )

const countedAs = (outflow: Operation): Operation[] =>
  operationNames.filter(name => directionOf(name) === 'Debit' && outflowOf(name) === outflow)

/** Summed up anew from the postings since a moment: what was held for payments that were neither cancelled nor failed. */
export const sumOutflows = (tx: Sql | Tx, merchantIds: string[], operation: Operation, since: Date) =>
  tx<Pick<Outflow, 'merchantId' | 'amount'>[]>`
    select p.merchant_id, sum(t.amount)::bigint as amount
      from postings p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
     where p.merchant_id = any(${merchantIds}) and p.posted_at >= ${since} and p.name = 'cashOutHeld'
       and t.operation = any(${countedAs(operation)}) and t.state not in ('Cancelled', 'Error')
     group by p.merchant_id`
