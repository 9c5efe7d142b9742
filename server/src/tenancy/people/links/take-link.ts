import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { hashPassword, refuseWeakPassword } from '../passwords.ts'
import { hashToken } from '../sessions.ts'
import { type OpenLink, selectOpenLink, takeOpenLink } from './sql.ts'

type Taking = { token: string; email: string; password: string; name: string | undefined; audit?: Audit }

/** Sets the password, once. Browsers that were signed in are signed out. A weak password leaves the link as it is. */
export async function takeLink(
  needs: { sql: Sql; clock: () => Date },
  { token, email, password, name, audit }: Taking,
): Promise<void> {
  refuseWeakPassword(password, email, '/password')
  const passwordHash = await hashPassword(password)
  const taking = { tokenHash: hashToken(token), passwordHash, name: name?.trim() ?? null, now: needs.clock() }
  await needs.sql.begin(async tx => {
    if (!(await takeOpenLink(tx, taking))) throw new ApiError('LinkInvalid')
    await recordAudit(tx, audit)
  })
}

/** The person and purpose of a link. Used, expired and invented links get the same error. */
export async function readLink(needs: { sql: Sql; clock: () => Date }, token: string): Promise<OpenLink> {
  const link = await selectOpenLink(needs.sql, hashToken(token), needs.clock())
  if (link === undefined) throw new ApiError('LinkInvalid')
  return link
}
