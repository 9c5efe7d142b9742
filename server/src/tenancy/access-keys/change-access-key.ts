import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid, uuidv7 } from '../../platform/lib/uuid.ts'
import { hashSecret, makeSecret, spellAccessKey } from './access-key.ts'
import type { KeyAndSecret } from './create-access-key.ts'
import { isExpired, isUsable } from './log-in.ts'
import { readNetwork, storedNetworksAfter } from './networks.ts'
import {
  type AccessKey,
  insertKey,
  lockKey,
  lockReplaced,
  moveConfirmedKey,
  moveKey,
  updateExpiresAt,
  updateNetworks,
  updateReplacedBy,
} from './sql.ts'
import { type Overlap, bornKey, keyMove, overlapsMs } from './states.ts'

type Rotation = {
  newId?: string
  merchantId: string
  keyId: string
  overlap: Overlap
  by: string | null
  /** False: the new key waits for an owner, and the old one works until then. */
  isConfirmed?: boolean
  audit?: Audit | undefined
}

/** A new key like the old one, which stays valid for a chosen time. Each key is replaced once. */
export async function rotateAccessKey(
  needs: { sql: Sql; clock: () => Date },
  { newId = uuidv7(needs.clock().getTime()), merchantId, keyId, overlap, by, isConfirmed = true, audit }: Rotation,
): Promise<KeyAndSecret & { previousValidUntil: Date | null }> {
  const now = needs.clock()
  const secret = makeSecret()
  const previousValidUntil = await needs.sql.begin(async tx => {
    const old = isUuid(keyId) ? await lockKey(tx, merchantId, keyId) : undefined
    if (old === undefined) throw new ApiError('KeyNotFound')
    if (!isUsable(old, now) || old.replacedBy !== null) throw new ApiError('KeyStateNotAllowed')
    const { scopes, name, networks, loosenedNetworks, networksLoosenedAt } = old
    await insertKey(tx, {
      merchantId,
      id: newId,
      state: bornKey(isConfirmed),
      scopes,
      name,
      networks,
      loosenedNetworks,
      networksLoosenedAt,
      createdBy: by,
      createdAt: now,
      overlap: isConfirmed ? null : overlap,
      secretHash: hashSecret(secret),
      expiresAt: old.expiresAt === null ? null : new Date(now.getTime() + lifetimeMs(old)),
    })
    await updateReplacedBy(tx, merchantId, keyId, newId)
    const until = isConfirmed ? await endReplacedKey(tx, old, overlap, now) : null
    await recordAudit(tx, audit)
    return until
  })
  return { accessKey: spellAccessKey(merchantId, newId), secret, previousValidUntil }
}

/** The old key works for the overlap, or until its own date; without overlap it is revoked. Returns until when. */
async function endReplacedKey(tx: Tx, old: AccessKey, overlap: Overlap, now: Date): Promise<Date> {
  const until = new Date(Math.min(now.getTime() + overlapsMs[overlap], old.expiresAt?.getTime() ?? Infinity))
  await updateExpiresAt(tx, old.merchantId, old.id, until)
  if (overlap === 'none') await moveKey(tx, old.merchantId, old.id, keyMove('revoke'))
  return until
}

const lifetimeMs = ({ expiresAt, createdAt }: AccessKey) => (expiresAt?.getTime() ?? 0) - createdAt.getTime()

/** Revokes a key for good, everywhere within 5 seconds. If it was Pending, the key it was to replace stays as it is. */
export const revokeAccessKey = (
  needs: { sql: Sql },
  { merchantId, keyId, audit }: { merchantId: string; keyId: string; audit?: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    const key = isUuid(keyId) ? await lockKey(tx, merchantId, keyId) : undefined
    if (key === undefined) throw new ApiError('KeyNotFound')
    if (!(await moveKey(tx, merchantId, key.id, keyMove('revoke'))))
      throw new ApiError('KeyStateNotAllowed', { message: 'the access key is already revoked' })
    const replaced = key.state === 'Pending' ? await lockReplaced(tx, merchantId, key.id) : undefined
    if (replaced !== undefined) await updateReplacedBy(tx, merchantId, replaced.id, null)
    await recordAudit(tx, audit)
  })

type NewNetworks = {
  merchantId: string
  keyId: string
  networks: string[]
  /** Called if other networks are allowed from a time on. */
  whenLoosened: (tx: Tx, at: Date) => Promise<void>
  audit?: Audit
}

/**
 * The networks that calls with a key must come from, as CIDR; none: any. What allows less is known everywhere within 5 seconds,
 * what allows more holds after a wait, so that another owner can still stop it.
 */
export const setKeyNetworks = (
  needs: { sql: Sql; clock: () => Date; limitRaiseWaitMs: number },
  { merchantId, keyId, networks, whenLoosened, audit }: NewNetworks,
): Promise<void> =>
  needs.sql.begin(async tx => {
    const key = isUuid(keyId) ? await lockKey(tx, merchantId, keyId) : undefined
    if (key === undefined) throw new ApiError('KeyNotFound')
    const stored = storedNetworksAfter(key, networks.map(readNetwork), needs.clock(), needs.limitRaiseWaitMs)
    await updateNetworks(tx, merchantId, key.id, stored)
    if (stored.networksLoosenedAt !== null) await whenLoosened(tx, stored.networksLoosenedAt)
    await recordAudit(tx, audit)
  })

/** An owner activates a key that somebody else made. The key it replaces then works only for the overlap. */
export const confirmAccessKey = (
  needs: { sql: Sql; clock: () => Date },
  { merchantId, keyId, by, audit }: { merchantId: string; keyId: string; by: string; audit?: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    const now = needs.clock()
    const key = isUuid(keyId) ? await lockKey(tx, merchantId, keyId) : undefined
    if (key === undefined) throw new ApiError('KeyNotFound')
    const isMoved =
      !isExpired(key, now) && (await moveConfirmedKey(tx, merchantId, key.id, keyMove('confirm'), { by, at: now }))
    if (!isMoved) throw new ApiError('KeyStateNotAllowed')
    const replaced = await lockReplaced(tx, merchantId, key.id)
    if (replaced !== undefined && key.overlap !== null) await endReplacedKey(tx, replaced, key.overlap, now)
    await recordAudit(tx, audit)
  })
