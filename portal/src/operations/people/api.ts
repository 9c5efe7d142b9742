import type { OperatorRole } from '../../../../server/src/tenancy/people/permissions.ts'
import type {
  InviteOperatorRequest,
  InvitedOperatorView,
  PersonView,
  ShownLinkView,
} from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { PersonView }

export const peoplePath = '/operator/people'
export const inviteOperator = (form: InviteOperatorRequest) => api.post<InvitedOperatorView>(peoplePath, form)
export const changeOperatorRoles = (id: string, roles: OperatorRole[]) =>
  api.put(`${peoplePath}/${id}/roles`, { roles })
export const sendLink = (id: string) => api.post<ShownLinkView>(`${peoplePath}/${id}/send-link`)
export const changePerson = (id: string, act: 'disable' | 'enable' | 'reset-second-factor') =>
  api.post(`${peoplePath}/${id}/${act}`)

export const personKeys = { all: ['operator', 'people'] }
