import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { UUID_PATTERN } from '../../../platform/lib/uuid.ts'
import {
  type Delivery,
  type Filter,
  type KeptAttempt,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
} from './sql.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'

const uuid = new RegExp(UUID_PATTERN)

export async function findDelivery(needs: { sql: Sql }, merchantId: string, id: string): Promise<Delivery> {
  const delivery = uuid.test(id) ? await selectDelivery(needs.sql, merchantId, id) : undefined
  if (delivery === undefined) throw new ApiError('DeliveryNotFound')
  return delivery
}

/** A delivery with all its attempts, oldest first. */
export async function readDelivery(
  needs: { sql: Sql },
  { merchantId, id }: { merchantId: string; id: string },
): Promise<{ delivery: Delivery; attempts: readonly KeptAttempt[] }> {
  const delivery = await findDelivery(needs, merchantId, id)
  return { delivery, attempts: await selectAttempts(needs.sql, merchantId, delivery.id, delivery.attempts) }
}

/** Newest first. */
export const listDeliveries = (needs: { sql: Sql }, { limit, cursor, ...filter }: Filter & Paging) =>
  readPage(limit, rows => selectDeliveries(needs.sql, filter, { limit: rows, beforeId: cursor }), byId)
