import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { type ShownKey, selectShownKey, selectShownKeys } from './sql.ts'

type Wanted = { merchantId: string; usable: boolean; cursor: string | undefined; limit: number }

/** Newest first; `usable`: only those that log in at present. Nothing here knows a secret. */
export async function listAccessKeys(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, usable, cursor, limit }: Wanted,
) {
  const usableAt = usable ? needs.clock() : null
  const found = await selectShownKeys(needs.sql, merchantId, { usableAt, beforeId: cursor, limit: limit + 1 })
  const items: ShownKey[] = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export async function readKey(needs: { sql: Sql }, merchantId: string, id: string): Promise<ShownKey> {
  const key = isUuid(id) ? await selectShownKey(needs.sql, merchantId, id) : undefined
  if (key === undefined) throw new ApiError('KeyNotFound')
  return key
}
