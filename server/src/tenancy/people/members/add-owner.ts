import type { Audit } from '../../audit-log/act.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { findPerson } from '../find-person.ts'
import { invite } from '../token-urls/make-token-url.ts'
import { ownerAddedMail } from '../token-urls/token-mails.ts'
import { changeRoles } from './change-member.ts'
import { type Inviter, inviteMember } from './invite-member.ts'
import { listOwners } from './list-members.ts'
import { selectMember } from './sql.ts'

type Needs = Parameters<typeof inviteMember>[0]
type NewOwner = {
  id: string
  merchantId: string
  email: string
  name: string
  note: string
  by: Inviter
  audit?: Audit
}

/** Adds an owner. The existing owners are notified by mail who it is and why. */
export async function addOwner(needs: Needs, owner: NewOwner): Promise<{ link: string | null }> {
  const { merchantId, email, name, note, by } = owner
  const others = await listOwners(needs, merchantId)
  const link = await makeOwner(needs, owner)
  const { name: place } = await needs.readMerchant(merchantId)
  const details = { inviter: by.name, place, owner: name, email, note, link: `${needs.publicUrl()}/portal` }
  for (const other of others) await needs.mailer.post(ownerAddedMail(other, details))
  return { link }
}

/** An existing member keeps their roles. */
async function makeOwner(needs: Needs, { id, merchantId, email, name, by, audit }: NewOwner): Promise<string | null> {
  const known = await findPerson(needs, email)
  if (known?.isOperator === true) throw new ApiError('OperatorAndMember')
  const member = known === null ? undefined : await selectMember(needs.sql, merchantId, known.id)
  if (member === undefined)
    return (await inviteMember(needs, { id, merchantId, email, name, roles: ['owner'], by, audit })).link
  const { personId, roles } = member
  if (roles.includes('owner')) throw new ApiError('AlreadyMember')
  await changeRoles(needs, { merchantId, personId, roles: [...roles, 'owner'], audit })
  const { name: place } = await needs.readMerchant(merchantId)
  return invite(needs, { ...member, id: personId }, { inviter: by.name, place, address: by.address })
}
