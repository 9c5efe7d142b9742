import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { type Paging, byId, readPage } from '../http/paging.ts'
import { isUuid } from '../lib/uuid.ts'
import { type ShownKey, selectShownKey, selectShownKeys } from './sql.ts'

type Wanted = Paging & { merchantId: string; usable: boolean }

/** Newest first; `usable`: only those that log in at present. Nothing here knows a secret. */
export function listAccessKeys(needs: { sql: Sql; clock: () => Date }, { merchantId, usable, cursor, limit }: Wanted) {
  const usableAt = usable ? needs.clock() : null
  const select = (rows: number) => selectShownKeys(needs.sql, merchantId, { usableAt, beforeId: cursor, limit: rows })
  return readPage(limit, select, byId)
}

export async function readKey(needs: { sql: Sql }, merchantId: string, id: string): Promise<ShownKey> {
  const key = isUuid(id) ? await selectShownKey(needs.sql, merchantId, id) : undefined
  if (key === undefined) throw new ApiError('KeyNotFound')
  return key
}
