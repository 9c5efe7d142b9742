import type { Sql } from '../../platform/db/db.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { insertConnection } from './sql.ts'

/** Connects what needs no settings: the simulator, to a sandbox that has no bank yet, and never to production. */
export async function addConnection(
  needs: { sql: Sql; clock: () => Date },
  connection: { name: string; dialect: string; isDefault: boolean },
): Promise<string> {
  const id = uuidv7(needs.clock().getTime())
  const settings = { sealedSettings: null, callbackToken: null, certificateExpiresAt: null }
  await insertConnection(needs.sql, { id, ...connection, ...settings })
  return id
}
