import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import type { ReadMerchant } from '../../merchants/read-merchant.ts'
import { ensurePerson } from '../create-person.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { invite } from '../token-urls/make-token-url.ts'
import type { Role } from '../permissions.ts'
import { refuseOperator } from '../operator-or-member.ts'
import { removeInvitedOwners } from './change-member.ts'
import { insertMembership, selectMember } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  mailer: Mailer
  readMerchant: ReadMerchant
}

/** The inviter: the mail shows their name, and a new person first gets their language. */
export type Inviter = { name: string; language: Language; address: string }

type Invitation = {
  id?: string
  merchantId: string
  email: string
  name: string
  roles: Role[]
  by: Inviter
  audit?: Audit | undefined
  /** In place of owners who were invited and have not come. */
  isFirstOwner?: boolean
}

/** Adds a member and mails them. Returns the link with which a new person sets a password; null if they have one. */
export async function inviteMember(
  needs: Needs,
  { id, merchantId, email, name, roles, by, audit, isFirstOwner = false }: Invitation,
): Promise<{ personId: string; link: string | null }> {
  const person = await ensurePerson(needs, { ...(id === undefined ? {} : { id }), email, name, language: by.language })
  const membership = { merchantId, personId: person.id, roles, at: needs.clock() }
  await needs.sql.begin(async tx => {
    if (isFirstOwner) await removeInvitedOwners(tx, membership, membership.at)
    await refuseOperator(tx, person.id)
    if (!(await insertMembership(tx, membership))) throw new ApiError('AlreadyMember')
    await recordAudit(tx, audit)
  })
  const { name: place } = await needs.readMerchant(merchantId)
  const link = await invite(needs, person, { inviter: by.name, place, address: by.address })
  return { personId: person.id, link }
}

/** Sends the invitation again to a person who has not accepted it. Earlier links still work. */
export async function inviteAgain(
  needs: Needs,
  { merchantId, personId, by, audit }: Pick<Invitation, 'merchantId' | 'by' | 'audit'> & { personId: string },
): Promise<{ personId: string; link: string | null }> {
  const member = isUuid(personId) ? await selectMember(needs.sql, merchantId, personId) : undefined
  if (member === undefined) throw new ApiError('PersonNotFound')
  if (member.passwordHash !== null) throw new ApiError('InvitationTaken')
  const { name: place } = await needs.readMerchant(merchantId)
  const invitation = { inviter: by.name, place, address: by.address, audit }
  const link = await invite(needs, { ...member, id: personId }, invitation)
  return { personId, link }
}
