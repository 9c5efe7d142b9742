import type { InviteMemberRequest, InvitedView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import type {
  StopView,
  SuccessorsView,
} from '../../../../server/src/tenancy/people/operator-requests/portal-schemas.ts'
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

const successorsPath = (merchantId: string) => `/merchants/${merchantId}/successors`

export const readSuccessors = async (merchantId: string) =>
  (await api.get<SuccessorsView>(successorsPath(merchantId))).items
export const stopSuccessor = (merchantId: string, id: string) => api.post(`${successorsPath(merchantId)}/${id}/stop`)
export const readStopLink = (token: string) => api.get<StopView>(`/successors/${encodeURIComponent(token)}`)
export const stopByLink = (token: string) => api.post(`/successors/${encodeURIComponent(token)}`)

export const successorKeys = {
  all: (merchantId: string) => ['successors', merchantId],
  link: (token: string) => ['successor-link', token],
}
