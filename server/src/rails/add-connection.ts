import type { Sql } from '../db/db.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { insertConnection } from './sql.ts'

/** Connects a bank. The simulator is added by itself, to a sandbox that has no bank yet, and never to production. */
export async function addConnection(
  needs: { sql: Sql },
  { name, dialect, isDefault }: { name: string; dialect: string; isDefault: boolean },
): Promise<string> {
  const id = uuidv7()
  await insertConnection(needs.sql, { id, name, dialect, isDefault })
  return id
}
