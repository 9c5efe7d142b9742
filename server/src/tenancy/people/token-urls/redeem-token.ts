import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { hashPassword, refuseWeakPassword } from '../passwords.ts'
import { hashToken } from '../sessions.ts'
import { type OpenToken, selectOpenToken, redeemOpenToken } from './sql.ts'

type Redemption = { token: string; email: string; password: string; name: string | undefined; audit?: Audit }

/** Sets the password, once. Browsers that were signed in are signed out. A weak password does not use up the token. */
export async function redeemToken(
  needs: { sql: Sql; clock: () => Date },
  { token, email, password, name, audit }: Redemption,
): Promise<void> {
  refuseWeakPassword(password, email, '/password')
  const passwordHash = await hashPassword(password)
  const redemption = { tokenHash: hashToken(token), passwordHash, name: name?.trim() ?? null, now: needs.clock() }
  await needs.sql.begin(async tx => {
    if (!(await redeemOpenToken(tx, redemption))) throw new ApiError('LinkInvalid')
    await recordAudit(tx, audit)
  })
}

/** The person and purpose of a token. Used, expired and invented tokens get the same error. */
export async function readToken(needs: { sql: Sql; clock: () => Date }, token: string): Promise<OpenToken> {
  const open = await selectOpenToken(needs.sql, hashToken(token), needs.clock())
  if (open === undefined) throw new ApiError('LinkInvalid')
  return open
}
