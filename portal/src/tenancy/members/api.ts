import type { InviteMemberRequest, InvitedView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import type { Role } from '../../../../server/src/tenancy/people/permissions.ts'
import { api } from '../../kit/api.ts'

export const membersPath = (merchantId: string) => `/merchants/${merchantId}/members`
const memberPath = (merchantId: string, personId: string) => `${membersPath(merchantId)}/${personId}`

export const inviteMember = (merchantId: string, given: InviteMemberRequest) =>
  api.post<InvitedView>(membersPath(merchantId), given)
export const inviteAgain = (merchantId: string, personId: string) =>
  api.post<InvitedView>(`${memberPath(merchantId, personId)}/invite`)
export const changeRoles = (merchantId: string, personId: string, roles: Role[]) =>
  api.put(memberPath(merchantId, personId), { roles })
export const removeMember = (merchantId: string, personId: string) => api.delete(memberPath(merchantId, personId))

export const memberKeys = { all: (merchantId: string) => ['members', merchantId] }
