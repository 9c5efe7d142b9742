import type { Total } from '../../../platform/db/bounded-count.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { type Receiver, countReceivers, selectReceivers } from './sql.ts'
import type { ReceiverStatus } from './states.ts'

type ListReceiversInput = { merchantId: string; status: ReceiverStatus | undefined; limit: number; offset: number }

/** Newest first. */
export async function listReceivers(
  needs: { sql: Sql },
  { limit, offset, ...filter }: ListReceiversInput,
): Promise<Total & { items: Receiver[] }> {
  const [total, items] = await Promise.all([
    countReceivers(needs.sql, filter),
    selectReceivers(needs.sql, filter, limit, offset),
  ])
  return { ...total, items }
}
