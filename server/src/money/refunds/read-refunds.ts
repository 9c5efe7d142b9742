import type { Sql, Tx } from '../../platform/db/db.ts'
import type { ReadTransaction } from '../transactions/transaction.ts'
import { type Refund, type RefundId, selectRefund, selectRefunds } from './sql.ts'

export type { RequestedBy, Refund } from './sql.ts'

/** Partial refunds can be more than anybody reads. */
const mostShown = 200

/** The refunds of a transaction, oldest first. */
export const readRefunds = (needs: { sql: Sql }, { merchantId, id }: ReadTransaction): Promise<Refund[]> =>
  selectRefunds(needs.sql, merchantId, id, mostShown)

export const findRefund = async (needs: { sql: Sql | Tx }, id: RefundId): Promise<Refund | null> =>
  (await selectRefund(needs.sql, id)) ?? null
