import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Operation } from '../../money/transactions/operations.ts'
import type { State } from '../../money/transactions/states.ts'

/** What was typed, as what it can be; null: it cannot be that. */
export type Lookup = { id: string | null; orderKey: string | null; endToEndId: string | null }

export type FoundTransaction = {
  merchantId: string
  merchantName: string
  id: string
  operation: Operation
  state: State
  amount: Micros
  orderId: string | null
  createdAt: Date
}

/** After every text that begins so. */
const last = '\u{10ffff}'

/** Transactions of any merchant, each by an index: one look-up per merchant for the id, one in all for the rest. */
export const findTransactions = (sql: Sql, { id, orderKey, endToEndId }: Lookup, most: number) => sql<
  FoundTransaction[]
>`
  with found as materialized (
    select * from (
      (select t.merchant_id, t.id from balances b join transactions t on t.merchant_id = b.merchant_id and t.id = ${id}
        limit ${most})
      union
      (select merchant_id, id from transactions
        where idempotency_key >= ${orderKey} and idempotency_key < ${orderKey === null ? null : orderKey + last}
          and starts_with(idempotency_key, ${orderKey}) order by idempotency_key limit ${most})
      union
      (select merchant_id, id from transactions where end_to_end_id = ${endToEndId} limit ${most})) ways
    limit ${most})
  select t.merchant_id, m.name as merchant_name, t.id, t.operation, t.state, coalesce(t.paid_amount, t.amount) as amount,
         t.order_id, t.created_at
    from found f join transactions t on t.merchant_id = f.merchant_id and t.id = f.id
    join merchants m on m.id = t.merchant_id
   order by t.id desc`
