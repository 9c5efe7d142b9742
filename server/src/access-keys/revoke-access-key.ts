import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { spellAccessKey } from './access-key.ts'
import { changeAccessKey } from './change-access-key.ts'
import { readKey } from './list-access-keys.ts'

/** Ends a key for good, everywhere within 5 seconds. */
export async function revokeAccessKey(
  needs: { sql: Sql },
  { merchantId, keyId }: { merchantId: string; keyId: string },
): Promise<void> {
  const { id } = await readKey(needs, merchantId, keyId)
  if (!(await changeAccessKey(needs, spellAccessKey(merchantId, id), 'revoke')))
    throw new ApiError('KeyStateNotAllowed', { message: 'the access key is revoked already' })
}
