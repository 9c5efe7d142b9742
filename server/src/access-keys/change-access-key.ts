import type { Sql } from '../db/db.ts'
import { readAccessKey } from './access-key.ts'
import { moveKey } from './sql.ts'
import { type KeyAct, keyTransitions } from './states.ts'

/** Answers whether the key moved: false when it is unknown or its state does not allow the act. */
export async function changeAccessKey(needs: { sql: Sql }, accessKey: string, act: KeyAct): Promise<boolean> {
  const key = readAccessKey(accessKey)
  const rows = keyTransitions.filter(row => row[1] === act)
  const to = rows[0]?.[2]
  if (key === null || to === undefined) return false
  return moveKey(
    needs.sql,
    key.merchantId,
    key.id,
    rows.map(row => row[0]),
    to,
  )
}
