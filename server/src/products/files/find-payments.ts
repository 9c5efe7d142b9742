import type { Sql } from '../../platform/db/db.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import { operations } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { selectByIds, selectByOrders } from './sql.ts'

export type FindNeeds = { sql: Sql }

/** Transactions by their ids and in their order. */
export async function findByIds(
  needs: FindNeeds,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly Transaction[]> {
  const found = new Map((await selectByIds(needs.sql, merchantId, ids)).map(one => [one.id, one]))
  return ids.flatMap(id => found.get(id) ?? [])
}

/** Charges of these orders, paid or not, whenever they were made. */
export async function findByOrders(
  needs: FindNeeds,
  merchantId: string,
  orderIds: readonly string[],
): Promise<readonly Transaction[]> {
  const found = await selectByOrders(needs.sql, merchantId, orderIds.map(orderKey))
  return found.filter(({ operation }) => operations[operation].type === 'Credit')
}
