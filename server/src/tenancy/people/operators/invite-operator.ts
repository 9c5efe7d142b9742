import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { ensurePerson } from '../create-person.ts'
import { invite } from '../token-urls/make-token-url.ts'
import type { Inviter } from '../members/invite-member.ts'
import { makeOperator } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }
type Invitation = { id?: string; email: string; name: string; by: Inviter; audit?: Audit }

/** Makes somebody an operator and notifies them by mail. Returns the same as `inviteMember`. */
export async function inviteOperator(
  needs: Needs,
  { id, email, name, by, audit }: Invitation,
): Promise<{ personId: string; link: string | null }> {
  const person = await ensurePerson(needs, { ...(id === undefined ? {} : { id }), email, name, language: by.language })
  await needs.sql.begin(async tx => {
    if (!(await makeOperator(tx, person.id))) throw new ApiError('AlreadyOperator')
    await recordAudit(tx, audit)
  })
  const link = await invite(needs, person, { inviter: by.name, place: 'Trilho', address: by.address })
  return { personId: person.id, link }
}
