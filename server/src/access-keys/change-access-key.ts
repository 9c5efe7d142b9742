import type { Sql } from '../db/db.ts'
import { readAccessKey } from './access-key.ts'
import { moveKey } from './sql.ts'
import { type KeyAct, keyMove } from './states.ts'

/** Answers whether the key moved: false when it is unknown or its state does not allow the act. */
export async function changeAccessKey(needs: { sql: Sql }, accessKey: string, act: KeyAct): Promise<boolean> {
  const key = readAccessKey(accessKey)
  return key !== null && moveKey(needs.sql, key.merchantId, key.id, keyMove(act))
}
