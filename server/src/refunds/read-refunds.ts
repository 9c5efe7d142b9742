import type { Sql } from '../db/db.ts'
import { type Refund, type RefundId, selectRefund, selectRefunds } from './sql.ts'

export type { Refund } from './sql.ts'

/** Partial refunds can be more than anybody reads. */
const mostShown = 200

/** The refunds of a transaction, oldest first. */
export const readRefunds = (needs: { sql: Sql }, merchantId: string, transactionId: string) =>
  selectRefunds(needs.sql, merchantId, transactionId, mostShown)

export const findRefund = async (needs: { sql: Sql }, id: RefundId): Promise<Refund | null> =>
  (await selectRefund(needs.sql, id)) ?? null
