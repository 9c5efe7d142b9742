import { createHmac } from 'node:crypto'
import { ApiError } from '../../platform/http/errors.ts'
import type { AuditKey } from '../../tenancy/audit-log/act.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'

export type ErasedKeyNeeds = { auditKey: AuditKey }

/**
 * What the erasure of a person leaves of an order id or Idempotency-Key that names them: a keyed hash. It names nobody, and
 * still recognises a repeat of the request, which would otherwise be paid again.
 */
export const erasedKey = ({ auditKey }: ErasedKeyNeeds, merchantId: string, key: string): string =>
  `erased:${createHmac('sha256', auditKey.key).update(`once ${merchantId} ${key}`).digest('base64url')}`

/** What is left of a key if it was erased; null: no key of this merchant was, so that nothing more is looked up. */
export const erasedKeyOf = (
  needs: ErasedKeyNeeds,
  { id, hasErasedKeys }: Pick<Merchant, 'id' | 'hasErasedKeys'>,
  key: string | null,
): string | null => (hasErasedKeys && key !== null ? erasedKey(needs, id, key) : null)

type MadeOnce = { merchantId: string; idempotencyKey: string | null; requestHash: string | null }

/** What was made first under a key, also if the key was erased since; null: nothing was. Another body is a conflict. */
export async function findFirst<Made extends MadeOnce>(
  needs: ErasedKeyNeeds,
  { merchantId, idempotencyKey, requestHash }: MadeOnce,
  select: (keys: string[]) => Promise<Made | undefined>,
  conflict: (first: Made) => string,
): Promise<Made | null> {
  if (idempotencyKey === null) return null
  const first = await select([idempotencyKey, erasedKey(needs, merchantId, idempotencyKey)])
  if (first === undefined) return null
  if (first.requestHash !== requestHash) throw new ApiError('OrderIdConflict', { message: conflict(first) })
  return first
}
