import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type CallbackProof, findByCallback } from '../../money/rails/callbacks.ts'
import { insertNotice } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer }

/** Keeps what a bank calls back with, as it came, before it is answered. What is no JSON is no notice, and is let go. */
export async function storeCallback(
  needs: Needs,
  called: { token: string } & CallbackProof,
  body: unknown,
): Promise<void> {
  const connectionId = await findByCallback(needs, called.token, called)
  if (connectionId === null) throw new ApiError('AddressNotFound')
  if (typeof body !== 'object' || body === null) return
  const receivedAt = needs.clock()
  const id = uuidv7(receivedAt.getTime())
  await insertNotice(needs.sql, { connectionId, id, body: JSON.stringify(body), receivedAt, attempts: 0 })
}
