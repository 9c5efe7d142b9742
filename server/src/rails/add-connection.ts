import type { Sql } from '../db/db.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { type Connection, insertConnection } from './sql.ts'

/** Connects a bank. The simulator is added by itself, to a sandbox that has no bank yet, and never to production. */
export async function addConnection(
  needs: { sql: Sql },
  { name, dialect, isDefault, sealedSettings = null }: Omit<Connection, 'id' | 'sealedSettings'> & Partial<Connection>,
): Promise<string> {
  const id = uuidv7()
  await insertConnection(needs.sql, { id, name, dialect, isDefault, sealedSettings })
  return id
}
