import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { RefundState } from './states.ts'

/** A merchant's program, one of its people as they were called then, or the bank by itself. */
export type RequestedBy =
  | { by: 'key'; keyId: string }
  | { by: 'person'; personId: string; name: string }
  | { by: 'bank' }

/** A row of `refunds`. */
export type Refund = {
  merchantId: string
  transactionId: string
  id: string
  amount: Micros
  /** Null: the rest was asked for, or the bank took it. */
  askedAmount: Micros | null
  state: RefundState
  /** Why it failed. */
  cause: string | null
  /** What the bank said of it, for operators. */
  bankWords?: string | null
  requestedBy: RequestedBy
  /** Why it was asked for, where that was said. */
  reason: string | null
  createdAt: Date
  endedAt: Date | null
}

export type RefundId = Pick<Refund, 'merchantId' | 'transactionId' | 'id'>

export const selectRefund = async (sql: Sql | Tx, { merchantId, transactionId, id }: RefundId) => {
  const [found] = await sql<Refund[]>`
    select * from refunds where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id = ${id}`
  return found
}

export const selectRefunds = (sql: Sql, merchantId: string, transactionId: string, most: number) => sql<Refund[]>`
  select * from refunds where merchant_id = ${merchantId} and transaction_id = ${transactionId}
   order by created_at, id limit ${most}`

/** What the other refunds of a transaction return that were asked for here. */
export const sumOthers = async (sql: Sql, { merchantId, transactionId, id }: RefundId): Promise<Micros> => {
  const [row] = await sql<{ sum: Micros }[]>`
    select coalesce(sum(amount), 0)::bigint as sum from refunds
     where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id <> ${id}
       and state <> 'Failed' and requested_by->>'by' <> 'bank'`
  return row?.sum ?? 0n
}

export const insertRefund = (tx: Tx, refund: Refund) => tx`
  insert into refunds (merchant_id, transaction_id, id, amount, asked_amount, state, cause, requested_by, reason, created_at,
                       ended_at)
  select merchant_id, transaction_id, id, amount, asked_amount, state, cause, requested_by, reason, created_at, ended_at
    from json_populate_recordset(null::refunds, ${rows([refund])}::text::json)`

export const updateRefund = (tx: Tx, refund: Refund) => tx`
  update refunds set state = ${refund.state}, cause = ${refund.cause}, bank_words = ${refund.bankWords ?? null},
                     ended_at = ${refund.endedAt}
   where merchant_id = ${refund.merchantId} and transaction_id = ${refund.transactionId} and id = ${refund.id}`
