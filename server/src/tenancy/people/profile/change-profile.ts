import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'
import { replacePassword, updateProfile } from './sql.ts'
import { hashPassword, refuseWeakPassword } from '../passwords.ts'
import type { SignedIn } from '../portal-edge.ts'
import { checkPassword } from '../sign-in.ts'

export const changeProfile = (
  needs: { sql: Sql },
  { personId, name, language, audit }: { personId: string; name: string; language: Language; audit?: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    await updateProfile(tx, personId, name.trim(), language)
    await recordAudit(tx, audit)
  })

type Needs = { sql: Sql; clock: () => Date; storageKey: Buffer; recoveryKey: Buffer }

/** Ends all other sessions; earlier links no longer work. */
export async function changePassword(
  needs: Needs,
  { person, session }: SignedIn,
  input: { current: string; new: string; address: string },
  audit?: Audit,
): Promise<void> {
  await checkPassword(needs, { email: person.email, password: input.current, address: input.address })
  refuseWeakPassword(input.new, person.email, '/new')
  const passwordHash = await hashPassword(input.new)
  const secured = { personId: person.id, keepSessionId: session.id, now: needs.clock() }
  await needs.sql.begin(async tx => {
    await replacePassword(tx, passwordHash, secured)
    await recordAudit(tx, audit)
  })
}
