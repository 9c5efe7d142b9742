import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Role } from '../permissions.ts'
import { deleteIdentities, deleteMembership, endSessionsOfMember, lockMembers, updateRoles } from './sql.ts'

type Needs = { sql: Sql }
type Who = { merchantId: string; personId: string }
type Audited = { audit?: Audit | undefined }

export const changeRoles = (needs: Needs, { roles, ...who }: Who & Audited & { roles: Role[] }): Promise<void> =>
  keepingAnOwner(needs, who, roles.includes('owner'), tx => updateRoles(tx, who.merchantId, who.personId, roles))

/** Ends the sessions that have nothing left to open, and those that the merchant's provider began. */
export const removeMember = (needs: Needs & { clock: () => Date }, who: Who & Audited): Promise<void> =>
  keepingAnOwner(needs, who, false, tx => remove(tx, who, needs.clock()))

async function remove(tx: Tx, { merchantId, personId }: Who, now: Date): Promise<void> {
  await deleteMembership(tx, merchantId, personId)
  await deleteIdentities(tx, merchantId, personId)
  await endSessionsOfMember(tx, merchantId, personId, now)
}

/** Removes the owners who were invited and have not come, all but one. Refuses if one has accepted, disabled or not. */
export async function removeInvitedOwners(tx: Tx, { merchantId, personId }: Who, now: Date): Promise<void> {
  const owners = (await lockMembers(tx, merchantId)).filter(({ roles }) => roles.includes('owner'))
  if (owners.some(({ hasAccepted }) => hasAccepted)) throw new ApiError('OwnerAlreadyThere')
  for (const other of owners)
    if (other.personId !== personId) await remove(tx, { merchantId, personId: other.personId }, now)
}

/** Locks the members until commit: none is removed or gets other roles meanwhile. */
export const holdMembers = async (tx: Tx, merchantId: string): Promise<void> => void (await lockMembers(tx, merchantId))

/** Refuses if the merchant needs the person as an owner; the members stay locked until commit. */
export async function refuseNeededOwner(tx: Tx, { merchantId, personId }: Who): Promise<void> {
  const members = await lockMembers(tx, merchantId)
  const member = members.find(one => one.personId === personId)
  if (member !== undefined) refuseNeeded(members, member)
}

type Locked = Awaited<ReturnType<typeof lockMembers>>[number]

/** Somebody who was only invited does not take the place of an owner who can sign in. */
const hasOtherOwner = (members: Locked[], { personId, hasAccepted }: Locked): boolean =>
  members.some(one => one.isOwner && one.personId !== personId && (one.hasAccepted || !hasAccepted))

/** The break-glass owner is the one who can sign in while a required provider is down. */
function refuseNeeded(members: Locked[], member: Locked): void {
  if (member.isOwner && !hasOtherOwner(members, member)) throw new ApiError('LastOwner')
  if (member.isBreakGlass) throw new ApiError('BreakGlassNeeded')
}

/** A merchant always needs an owner: of two owners who remove each other at the same time, one stays. */
const keepingAnOwner = (
  { sql }: Needs,
  { merchantId, personId, audit }: Who & Audited,
  staysOwner: boolean,
  change: (tx: Tx) => PromiseLike<unknown>,
): Promise<void> =>
  sql.begin(async tx => {
    const members = await lockMembers(tx, merchantId)
    const member = members.find(one => one.personId === personId)
    if (member === undefined) throw new ApiError('PersonNotFound')
    if (!staysOwner) refuseNeeded(members, member)
    await change(tx)
    await recordAudit(tx, audit)
  })
