import type { Sql } from '../../platform/db/db.ts'
import { readAccessKey } from './access-key.ts'
import { selectKey } from './sql.ts'

export async function isKnownKey(needs: { sql: Sql }, accessKey: string): Promise<boolean> {
  const key = readAccessKey(accessKey)
  return key !== null && (await selectKey(needs.sql, key.merchantId, key.id)) !== undefined
}
