import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { ReadMerchant } from '../merchants/read-merchant.ts'
import { refuseSuspended } from '../merchants/suspension.ts'
import { type SharedBuckets, sharedBuckets } from '../../platform/limits/token-buckets.ts'
import { hashSecret, isSecret, readAccessKey } from './access-key.ts'
import type { KeyUses } from './key-uses.ts'
import { isFromNetworks, networksAt } from './networks.ts'
import { type AccessKey, selectKey } from './sql.ts'
import type { AccessTokens } from './tokens.ts'

type Attempt = { accessKey: string; secret: string; address: string }

const nobody = { merchantId: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }
const noHash = hashSecret('')

/** Ten wrong secrets for a key from one address, then one more every ten seconds. */
export const loginLimits = (needs: { sql: Sql }) =>
  sharedBuckets(needs, { name: 'log in', perSecond: 0.1, burst: 10, settleMs: 0 })
type LoginLimits = SharedBuckets

export type LoginNeeds = {
  sql: Sql
  clock: () => Date
  tokens: AccessTokens
  loginLimits: LoginLimits
  keyUses: KeyUses
  readMerchant: ReadMerchant
}

/** Every refusal is the same 401 after the same work. A suspension is reported only to callers with the secret. */
export async function logIn(needs: LoginNeeds, { accessKey, secret, address }: Attempt) {
  // Cut, because basic authentication does not limit the key's length, and this stays in memory.
  const attempts = `${address} ${accessKey.slice(0, 100)}`
  needs.loginLimits.check(attempts)

  const { merchantId, id } = readAccessKey(accessKey) ?? nobody
  const key = await selectKey(needs.sql, merchantId, id)
  const matches = isSecret(secret, key?.secretHash ?? noHash)
  const now = needs.clock()
  const isHere = key !== undefined && isFromNetworks({ networks: networksAt(key, now) }, address)
  if (key === undefined || !matches || !isUsable(key, now) || !isHere) {
    needs.loginLimits.take(attempts)
    throw new ApiError('AccessKeyUnauthorized')
  }
  needs.loginLimits.refill(attempts)
  refuseSuspended(await needs.readMerchant(merchantId))
  needs.keyUses.note(merchantId, id)
  return { token: needs.tokens.issue({ merchantId, keyId: id, scopes: key.scopes }), scopes: key.scopes }
}

export const isUsable = (key: Pick<AccessKey, 'state' | 'expiresAt'>, now: Date): boolean =>
  key.state === 'Active' && !isExpired(key, now)

export const isExpired = ({ expiresAt }: Pick<AccessKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now
