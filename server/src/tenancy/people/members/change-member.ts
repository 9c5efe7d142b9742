import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Role } from '../permissions.ts'
import { deleteMembership, lockMembers, updateRoles } from './sql.ts'

type Needs = { sql: Sql }
type Who = { merchantId: string; personId: string }
type Audited = { audit?: Audit | undefined }

export const changeRoles = (needs: Needs, { roles, ...who }: Who & Audited & { roles: Role[] }): Promise<void> =>
  keepingAnOwner(needs, who, roles.includes('owner'), tx => updateRoles(tx, who.merchantId, who.personId, roles))

export const removeMember = (needs: Needs, who: Who & Audited): Promise<void> =>
  keepingAnOwner(needs, who, false, tx => deleteMembership(tx, who.merchantId, who.personId))

/** Refuses if the person is the merchant's only owner; the members stay locked until commit. */
export async function refuseLastOwner(tx: Tx, { merchantId, personId }: Who): Promise<void> {
  const owners = (await lockMembers(tx, merchantId)).filter(({ isOwner }) => isOwner)
  if (owners.length === 1 && owners[0]?.personId === personId) throw new ApiError('LastOwner')
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
    const hasOtherOwner = members.some(one => one.isOwner && one.personId !== personId)
    if (member.isOwner && !staysOwner && !hasOtherOwner) throw new ApiError('LastOwner')
    await change(tx)
    await recordAudit(tx, audit)
  })
