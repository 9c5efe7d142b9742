import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { type ShownKey, selectKey, selectShownKey, selectShownKeys } from './sql.ts'
import { isUsable } from './log-in.ts'
import { readAccessKey } from './access-key.ts'

type ListAccessKeysInput = Paging & { merchantId: string; inUse: boolean; madeBy: string | undefined }

/** Newest first; `inUse`: only those that can log in now, or wait for an owner. Never with a secret. */
export function listAccessKeys(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, inUse, madeBy, cursor, limit }: ListAccessKeysInput,
) {
  const filter = { inUseAt: inUse ? needs.clock() : null, madeBy, beforeId: cursor }
  const select = (rows: number) => selectShownKeys(needs.sql, merchantId, { ...filter, limit: rows })
  return readPage(limit, select, byId)
}

export async function readKey(needs: { sql: Sql }, merchantId: string, id: string): Promise<ShownKey> {
  const key = isUuid(id) ? await selectShownKey(needs.sql, merchantId, id) : undefined
  if (key === undefined) throw new ApiError('KeyNotFound')
  return key
}

const mostReplaced = 20

/** Whether a key, or one that has replaced it since, is usable. */
export async function isInUse(
  needs: { sql: Sql; clock: () => Date },
  merchantId: string,
  id: string,
): Promise<boolean> {
  let next: string | null = id
  for (let left = mostReplaced; next !== null && left > 0; left--) {
    const key = await selectKey(needs.sql, merchantId, next)
    if (key === undefined) return false
    if (isUsable(key, needs.clock())) return true
    next = key.replacedBy
  }
  return false
}

export async function isKnownKey(needs: { sql: Sql }, accessKey: string): Promise<boolean> {
  const key = readAccessKey(accessKey)
  return key !== null && (await selectKey(needs.sql, key.merchantId, key.id)) !== undefined
}
