import type {
  LimitsForm,
  MerchantDetail,
  MerchantItem,
  NewMerchant,
  NewMerchantForm,
  OwnerForm,
  OwnerInvited,
  PlanForm,
  PlatformView,
  PolicyForm,
  RevealedTaxNumber,
} from '../../../server/src/operator/portal-schemas.ts'
import type { InvitedView, PersonView } from '../../../server/src/people/portal-schemas.ts'
import { api } from '../kit/api.ts'

export type { LimitsForm, MerchantDetail, MerchantItem, OwnerForm, PersonView, PlatformView }

export const readPlatform = () => api.get<PlatformView>('/operator/platform')

export const merchantsPath = '/operator/merchants'
const merchantPath = (id: string) => `${merchantsPath}/${encodeURIComponent(id)}`

export const createMerchant = (form: NewMerchantForm) => api.post<NewMerchant>(merchantsPath, form)
export const readMerchant = (id: string) => api.get<MerchantDetail>(merchantPath(id))
export const inviteOwner = (id: string, form: OwnerForm) => api.post<OwnerInvited>(`${merchantPath(id)}/owner`, form)
export const setPlan = (id: string, form: PlanForm) => api.put<MerchantDetail>(`${merchantPath(id)}/plan`, form)
export const setPolicy = (id: string, form: PolicyForm) =>
  api.put<MerchantDetail>(`${merchantPath(id)}/approval-policy`, form)
export const setLimits = (id: string, form: LimitsForm) => api.put<MerchantDetail>(`${merchantPath(id)}/limits`, form)
export const revealTaxNumber = async (id: string) =>
  (await api.post<RevealedTaxNumber>(`${merchantPath(id)}/reveal`)).taxNumber

export const peoplePath = '/operator/people'
export const inviteOperator = (form: { email: string; name: string }) => api.post<InvitedView>(peoplePath, form)
export const changePerson = (id: string, act: 'disable' | 'enable' | 'reset-second-factor') =>
  api.post(`${peoplePath}/${id}/${act}`)

export const merchantKey = (id: string) => ['operator', 'merchant', id]
