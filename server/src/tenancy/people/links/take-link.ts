import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { hashPassword } from '../hash-password.ts'
import { refuseWeakPassword } from '../password-rules.ts'
import { hashToken } from '../start-session.ts'
import { takeOpenLink } from './sql.ts'

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
