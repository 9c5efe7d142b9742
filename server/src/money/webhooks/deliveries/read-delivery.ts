import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../tenancy/access-keys/states.ts'
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

/** `scopes`: those of the key that asks; not there: a person asks, who may see all. */
type DeliveryInput = { merchantId: string; id: string; scopes?: readonly Scope[] }

export async function findDelivery(needs: { sql: Sql }, { merchantId, id, scopes }: DeliveryInput): Promise<Delivery> {
  const delivery = uuid.test(id) ? await selectDelivery(needs.sql, merchantId, id) : undefined
  if (delivery === undefined || scopes?.includes(delivery.scope) === false) throw new ApiError('DeliveryNotFound')
  return delivery
}

/** A delivery with all its attempts, oldest first. */
export async function readDelivery(
  needs: { sql: Sql },
  input: DeliveryInput,
): Promise<{ delivery: Delivery; attempts: readonly KeptAttempt[] }> {
  const delivery = await findDelivery(needs, input)
  return { delivery, attempts: await selectAttempts(needs.sql, input.merchantId, delivery.id, delivery.attempts) }
}

/** Newest first. */
export const listDeliveries = (needs: { sql: Sql }, { limit, cursor, ...filter }: Filter & Paging) =>
  readPage(limit, rows => selectDeliveries(needs.sql, filter, { limit: rows, beforeId: cursor }), byId)
