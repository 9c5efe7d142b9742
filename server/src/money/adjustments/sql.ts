import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Adjustment } from './adjustment.ts'

export const insertAdjustment = (tx: Tx, a: Adjustment) => tx`
  insert into adjustments (merchant_id, id, sequence, name, connection_id, amount, reason, evidence, end_to_end_id,
                           transaction_id, exception_id, statement_row, made_by, created_at)
  values (${a.merchantId}, ${a.id}, ${a.sequence}, ${a.name}, ${a.connectionId}, ${a.amount}, ${a.reason},
          ${a.evidence}, ${a.endToEndId}, ${a.transactionId}, ${a.exceptionId}, ${a.statementRow}, ${a.madeBy}, ${a.createdAt})`

export type ListedAdjustment = Adjustment & { merchantName: string }

export const selectAdjustmentsAt = (sql: Sql, connectionId: string, most: number) => sql<ListedAdjustment[]>`
  with last as materialized (
    select * from adjustments where connection_id = ${connectionId} order by id desc limit ${most})
  select l.*, m.name as merchant_name from last l join merchants m on m.id = l.merchant_id order by l.id desc`

/** Those that book a payment, or what has come back of it, without a transaction. */
export const selectOfPayment = (sql: Sql | Tx, merchantId: string, endToEndId: string) => sql<
  Pick<Adjustment, 'name' | 'connectionId' | 'amount'>[]
>`
  select name, connection_id, amount from adjustments
   where merchant_id = ${merchantId} and end_to_end_id = ${endToEndId} and transaction_id is null order by id`

export const selectBookedRows = (sql: Sql | Tx, merchantId: string, rows: string[]) => sql<{ statementRow: string }[]>`
  select statement_row from adjustments where merchant_id = ${merchantId} and statement_row = any(${rows}::text[])`
