import type { Archive } from '../../platform/archive/read-archive.ts'
import type { Sql } from '../../platform/db/db.ts'
import { findAllArchived, findArchivedIdsOf } from '../../money/transactions/archived/read-archived.ts'
import { orderKey } from '../../money/transactions/order-key.ts'
import { operations } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { selectByIds, selectByOrders } from './sql.ts'

export type FindNeeds = { sql: Sql; archive: Archive }

// What is live is read first: whatever leaves in between is then found twice, and never missed.

/** Transactions by their ids and in their order, also those that are archived. */
export async function findByIds(
  needs: FindNeeds,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly Transaction[]> {
  const live = await selectByIds(needs.sql, merchantId, ids)
  const archived = await findAllArchived(needs, merchantId, without(ids, live))
  const found = new Map([...live, ...archived].map(one => [one.id, one]))
  return ids.flatMap(id => found.get(id) ?? [])
}

/** Charges of these orders, paid or not, whenever they were made. */
export async function findByOrders(
  needs: FindNeeds,
  merchantId: string,
  orderIds: readonly string[],
): Promise<readonly Transaction[]> {
  const keys = orderIds.map(orderKey)
  const live = await selectByOrders(needs.sql, merchantId, keys)
  const archived = without(await findArchivedIdsOf(needs.sql, merchantId, keys), live)
  const found = [...live, ...(await findAllArchived(needs, merchantId, archived))]
  return found.filter(({ operation }) => operations[operation].type === 'Credit')
}

function without(ids: readonly string[], found: readonly Transaction[]): string[] {
  const known = new Set(found.map(({ id }) => id))
  return ids.filter(id => !known.has(id))
}
