import type { Sql } from '../db/db.ts'
import type { Archived, ReadTransaction, Transaction } from '../transactions/transaction.ts'
import { type Refund, type RefundId, readRows, selectRefund, selectRefunds, selectRefundsOf } from './sql.ts'

export type { AskedBy, Refund } from './sql.ts'

/** Partial refunds can be more than anybody reads. */
const mostShown = 200

/** The refunds of a transaction, oldest first. */
export const readRefunds = (needs: { sql: Sql }, { merchantId, id, archived }: ReadTransaction): Promise<Refund[]> =>
  archived === undefined
    ? selectRefunds(needs.sql, merchantId, id, mostShown)
    : readRows(needs.sql.reportsOf(merchantId), archived.refunds)

/** All refunds of many transactions of one merchant, each transaction's oldest first. */
export async function readRefundsOf(
  needs: { sql: Sql },
  merchantId: string,
  transactions: readonly (Transaction & { archived?: Archived })[],
): Promise<Map<string, Refund[]>> {
  const live = transactions.filter(({ archived }) => archived === undefined).map(({ id }) => id)
  const kept = transactions.flatMap(({ archived }) => JSON.parse(archived?.refunds ?? '[]') as object[])
  const found = await Promise.all([
    live.length === 0 ? [] : selectRefundsOf(needs.sql, merchantId, live),
    kept.length === 0 ? [] : readRows(needs.sql.reportsOf(merchantId), JSON.stringify(kept)),
  ])
  return Map.groupBy(found.flat(), ({ transactionId }) => transactionId)
}

export const findRefund = async (needs: { sql: Sql }, id: RefundId): Promise<Refund | null> =>
  (await selectRefund(needs.sql, id)) ?? null
