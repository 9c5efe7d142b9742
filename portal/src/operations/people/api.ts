import type {
  InvitedOperatorView,
  PersonView,
  ShownLinkView,
} from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { PersonView }

export const peoplePath = '/operator/people'
export const inviteOperator = (form: { email: string; name: string }) => api.post<InvitedOperatorView>(peoplePath, form)
export const sendLink = (id: string) => api.post<ShownLinkView>(`${peoplePath}/${id}/send-link`)
export const changePerson = (id: string, act: 'disable' | 'enable' | 'reset-second-factor') =>
  api.post(`${peoplePath}/${id}/${act}`)

export const personKeys = { all: ['operator', 'people'] }
