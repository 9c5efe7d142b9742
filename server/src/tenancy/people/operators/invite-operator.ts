import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { findPerson, readMemberships } from '../find-person.ts'
import { ensurePerson } from '../create-person.ts'
import { refuseMember } from '../operator-or-member.ts'
import type { OperatorRole } from '../permissions.ts'
import { invite } from '../token-urls/make-token-url.ts'
import type { Inviter } from '../members/invite-member.ts'
import { lockOperators, updateOperatorRoles } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }
type Invitation = {
  id?: string
  email: string
  name: string
  roles: readonly OperatorRole[]
  by: Inviter
  audit?: Audit
}

/** Makes somebody an operator and notifies them by mail. Returns the same as `inviteMember`. */
export async function inviteOperator(
  needs: Needs,
  { id, email, name, roles, by, audit }: Invitation,
): Promise<{ personId: string; link: string | null }> {
  const person = await ensurePerson(needs, { ...(id === undefined ? {} : { id }), email, name, language: by.language })
  await needs.sql.begin(async tx => {
    await refuseMember(tx, person.id)
    await updateOperatorRoles(tx, person.id, roles)
    await recordAudit(tx, audit)
  })
  const link = await invite(needs, person, { inviter: by.name, place: 'Trilho', address: by.address })
  return { personId: person.id, link }
}

/** Said when it is asked for, and not only when it is approved. */
export async function refuseKnown(needs: { sql: Sql }, email: string): Promise<void> {
  const known = await findPerson(needs, email)
  if (known === null) return
  if (known.isOperator) throw new ApiError('AlreadyOperator')
  if ((await readMemberships(needs, known.id)).length > 0) throw new ApiError('OperatorAndMember')
}

type NewRoles = { personId: string; roles: readonly OperatorRole[]; audit?: Audit }

/** Gives an operator other roles; none: an operator no more. Somebody always stays who can manage the operators. */
export const changeOperatorRoles = (needs: { sql: Sql }, { personId, roles, audit }: NewRoles): Promise<void> =>
  needs.sql.begin(async tx => {
    const operators = await lockOperators(tx)
    const operator = operators.find(({ id }) => id === personId)
    if (operator === undefined) throw new ApiError('PersonNotFound')
    const managing = operators.map(one => (one.id === personId ? roles : one.operatorRoles))
    if (!managing.some(held => held.includes('administrator'))) throw new ApiError('LastOperator')
    if (operator.isBreakGlass && !roles.includes('administrator')) throw new ApiError('BreakGlassNeeded')
    await updateOperatorRoles(tx, personId, roles)
    await recordAudit(tx, audit)
  })
