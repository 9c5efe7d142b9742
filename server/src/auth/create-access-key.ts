import type { Sql } from '../lib/db.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { hashSecret, makeSecret, spellAccessKey } from './access-key.ts'
import { insertKey } from './sql.ts'
import type { KeyState, Scope } from './states.ts'

type NewKey = { merchantId: string; scopes: Scope[]; state?: KeyState; expiresAt?: Date }

/** The secret is answered this once; afterwards only its hash is known. */
export async function createAccessKey(
  needs: { sql: Sql },
  { merchantId, scopes, state = 'Active', expiresAt }: NewKey,
): Promise<{ accessKey: string; secret: string }> {
  const id = uuidv7()
  const secret = makeSecret()
  const key = { merchantId, id, secretHash: hashSecret(secret), state, scopes, expiresAt: expiresAt ?? null }
  await insertKey(needs.sql, key)
  return { accessKey: spellAccessKey(merchantId, id), secret }
}
