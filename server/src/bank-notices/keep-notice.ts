import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { findByCallbackToken } from '../rails/connections.ts'
import { insertNotice } from './sql.ts'

/** Keeps what a bank calls back with, as it came, before it is answered. What is no JSON is no notice, and is let go. */
export async function keepNotice(needs: { sql: Sql; clock: () => Date }, token: string, body: unknown): Promise<void> {
  const connectionId = await findByCallbackToken(needs, token)
  if (connectionId === null) throw new ApiError('AddressNotFound')
  if (typeof body !== 'object' || body === null) return
  const receivedAt = needs.clock()
  const id = uuidv7(receivedAt.getTime())
  await insertNotice(needs.sql, { connectionId, id, body: JSON.stringify(body), receivedAt, attempts: 0 })
}
