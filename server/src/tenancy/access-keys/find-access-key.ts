import type { Sql } from '../../platform/db/db.ts'
import { isUsable } from './log-in.ts'
import { selectKey } from './sql.ts'
import { readAccessKey } from './access-key.ts'

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
