import { ApiError } from '../../platform/http/errors.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { removeMember } from '../../tenancy/people/members/change-member.ts'
import { inviteAgain, inviteMember, type Inviter } from '../../tenancy/people/members/invite-member.ts'
import { listMembers, listOwners } from '../../tenancy/people/members/list-members.ts'

type Needs = Parameters<typeof inviteMember>[0]
type Invitation = { merchantId: string; id: string; email: string; name: string; by: Inviter }

/** Whether no owner has taken an invitation yet. */
export async function awaitsOwner(needs: Pick<Needs, 'sql'>, merchantId: string): Promise<boolean> {
  return (await listOwners(needs, merchantId)).every(owner => owner.passwordHash === null)
}

/**
 * Invites the owner of a merchant that nobody has taken over yet, anew or at another address; invitations to others end.
 * Afterwards who belongs to the merchant is for its owner to decide.
 */
export async function inviteOwner(
  needs: Needs,
  { merchantId, id, email, name, by }: Invitation,
): Promise<{ link: string | null }> {
  if (!(await awaitsOwner(needs, merchantId))) throw new ApiError('OwnerAlreadyThere')
  const { items } = await listMembers(needs, { merchantId, limit: 100, cursor: undefined })
  const known = await findPerson(needs, email)
  const member = items.find(one => one.personId === known?.id)
  const { link, personId } =
    member === undefined
      ? await inviteMember(needs, { id, merchantId, email, name, roles: ['owner'], by })
      : await inviteAgain(needs, { merchantId, personId: member.personId, by })
  for (const other of items)
    if (other.personId !== personId && other.roles.includes('owner') && other.passwordHash === null)
      await removeMember(needs, { merchantId, personId: other.personId })
  return { link }
}
