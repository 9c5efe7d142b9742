import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import type { ReadMerchant } from '../../merchants/read-merchant.ts'
import { ensurePerson } from '../create-person.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { invite } from '../links/invite.ts'
import type { Role } from '../permissions.ts'
import { insertMembership, selectMember } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  mailer: Mailer
  readMerchant: ReadMerchant
}

/** Who invites: their name is in the mail, and their language is what a new person is first written to in. */
export type Inviter = { name: string; language: Language; address: string }

type Invitation = { id?: string; merchantId: string; email: string; name: string; roles: Role[]; by: Inviter }

/**
 * Makes somebody a member and tells them by mail. Answers the link with which a new person sets a password; null for
 * somebody who has one already.
 */
export async function inviteMember(
  needs: Needs,
  { id, merchantId, email, name, roles, by }: Invitation,
): Promise<{ personId: string; link: string | null }> {
  const person = await ensurePerson(needs, { ...(id === undefined ? {} : { id }), email, name, language: by.language })
  const membership = { merchantId, personId: person.id, roles, at: needs.clock() }
  if (!(await insertMembership(needs.sql, membership))) throw new ApiError('AlreadyMember')
  const { name: place } = await needs.readMerchant(merchantId)
  const link = await invite(needs, person, { inviter: by.name, place, address: by.address })
  return { personId: person.id, link }
}

/** Sends the invitation again to somebody who has not taken it. Links sent before still work. */
export async function inviteAgain(
  needs: Needs,
  { merchantId, personId, by }: { merchantId: string; personId: string; by: Inviter },
): Promise<{ personId: string; link: string | null }> {
  const member = isUuid(personId) ? await selectMember(needs.sql, merchantId, personId) : undefined
  if (member === undefined) throw new ApiError('PersonNotFound')
  if (member.passwordHash !== null) throw new ApiError('InvitationTaken')
  const { name: place } = await needs.readMerchant(merchantId)
  const link = await invite(needs, { ...member, id: personId }, { inviter: by.name, place, address: by.address })
  return { personId, link }
}
