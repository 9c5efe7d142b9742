import type { Sql } from '../../platform/db/db.ts'
import { isUsable } from './log-in.ts'
import { selectKey } from './sql.ts'

const mostReplaced = 20

/** Whether a key can still be used, or the one that has taken its place since. */
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
