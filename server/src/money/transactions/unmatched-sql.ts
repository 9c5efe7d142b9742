import { type Sql, type Tx, rows } from '../../platform/db/db.ts'
import { platformId } from '../../tenancy/merchants/platform.ts'
import type { UnmatchedReason } from './unmatched.ts'
import type { Transaction } from './transaction.ts'

/** Money that came for a charge and could not be credited: the charge, and the platform's transaction that keeps it. */
export type UnmatchedLink = {
  merchantId: string
  transactionId: string
  unmatchedId: string
  reason: Exclude<UnmatchedReason, 'NoCharge'>
  createdAt: Date
}

export const insertUnmatchedLinks = async (tx: Tx, links: UnmatchedLink[]) =>
  links.length > 0 &&
  tx`
  insert into unmatched_payments (merchant_id, transaction_id, unmatched_id, reason, created_at)
  select merchant_id, transaction_id, unmatched_id, reason, created_at
    from json_populate_recordset(null::unmatched_payments, ${rows(links)}::text::json)`

export type UnmatchedPayment = UnmatchedLink & Pick<Transaction, 'amount' | 'endToEndId' | 'participant' | 'refundedAt'>

export const selectUnmatchedOf = (sql: Sql, merchantId: string, transactionId: string) => sql<UnmatchedPayment[]>`
  with links as materialized (
    select * from unmatched_payments where merchant_id = ${merchantId} and transaction_id = ${transactionId})
  select l.*, s.amount, s.end_to_end_id, s.participant, s.refunded_at
    from links l join transactions s on s.merchant_id = ${platformId} and s.id = l.unmatched_id
   order by l.unmatched_id`
